import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { SatchelMark } from "../ui/satchel-mark.tsx";
import type { FirstStartProps } from "./first-start-props.ts";
import { FolderStep } from "./folder-step.tsx";
import { ModelStep } from "./model-step.tsx";
import { ReadyStep } from "./ready-step.tsx";
import { WelcomeBrand, WelcomeFoot, WelcomeSide } from "../ui/welcome.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import stepStyles from "./step.module.css";
import styles from "./first-start.module.css";

const words = t.start;

/** Three steps, each of which can be skipped: where files are, what answers, what it will see. */
export const FirstStart = (props: FirstStartProps) => {
  const { project, agent } = props;
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [model, setModel] = useState<string>(t.chat.model.builtin);
  const done = { 1: step > 1 ? project.name : null, 2: step > 2 ? model : null, 3: null };
  const steps = [words.steps.folder, words.steps.model, words.steps.ready];
  return (
    <main className={styles.first}>
      <WelcomeSide>
        <WelcomeBrand>
          <SatchelMark size={26} />
          {t.app.name}
        </WelcomeBrand>
        <ol className={styles.firstSteps}>
          {steps.map(({ title, text }, index) => {
            const at = (index + 1) as 1 | 2 | 3;
            return (
              <li
                key={title}
                data-state={at === step ? "on" : at < step ? "done" : "ahead"}
                aria-current={at === step ? "step" : undefined}
              >
                <span className={classes(styles.firstNo, ui.num)}>
                  {at < step ? <Icon of={Check} size={13} /> : at}
                </span>
                <span className={styles.firstStepTitle}>{title}</span>
                <span className={styles.firstStepText}>{done[at] ?? text}</span>
              </li>
            );
          })}
        </ol>
        <WelcomeFoot />
      </WelcomeSide>
      {step === 1 && (
        <FolderStep
          {...props}
          renderFoot={(next, busy) => (
            <Foot onLater={() => props.onDone("files")} onNext={next} busy={busy} />
          )}
          onNext={() => {
            props.onLookAgain();
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <ModelStep
          {...props}
          renderFoot={(next, busy) => (
            <Foot onBack={() => setStep(1)} onLater={() => props.onDone("files")} onNext={next} busy={busy} />
          )}
          onNext={(name) => {
            setModel(name);
            setStep(3);
          }}
        />
      )}
      {step === 3 && (
        <ReadyStep
          agent={agent}
          manifest={props.manifest}
          searched={project.searched}
          map={props.map}
          onWhy={props.onWhy}
          onTour={props.onTour}
          foot={
            <div className={stepStyles.firstFoot}>
              <Button size="large" kind="quiet" onClick={() => setStep(2)}>
                {words.back}
              </Button>
              <span className={ui.grow} />
              <Button size="large" kind="quiet" onClick={props.onMoveIn}>
                {words.moveIn}
              </Button>
              <Button size="large" onClick={() => props.onDone("budget")}>
                {words.budget}
              </Button>
              <Button size="large" kind="primary" onClick={() => props.onDone("files")}>
                {words.hello(agent)}
              </Button>
            </div>
          }
        />
      )}
    </main>
  );
};

type FootProps = { onBack?: () => void; onLater: () => void; onNext: () => void; busy: boolean };

const Foot = ({ onBack, onLater, onNext, busy }: FootProps): ReactNode => (
  <div className={stepStyles.firstFoot}>
    {onBack && (
      <Button size="large" kind="quiet" onClick={onBack}>
        {words.back}
      </Button>
    )}
    <span className={ui.grow} />
    <Button size="large" kind="quiet" onClick={onLater}>
      {words.later}
    </Button>
    <Button size="large" kind="primary" disabled={busy} onClick={onNext}>
      {words.continue}
    </Button>
  </div>
);
