import { useState } from "react";
import type { QuestionResult, SideResult, TrialAnswer, TrialResult } from "#shared/model/trial-result.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import type { TrialsStore } from "./trials-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./trial-page.module.css";

const words = t.trials.result;
/** A set may have 2,000 questions. */
const SHOWN_AT_ONCE = 50;

/** Each question with the answers of both variants beside each other. */
export const AnswerList = ({ result, store }: { result: TrialResult; store: TrialsStore }) => {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { questions, trial, totals } = result;
  const more = questions.length - shown;
  return (
    <section aria-label={words.questions}>
      <ol className={styles.answers}>
        {questions.slice(0, shown).map((question) => (
          <QuestionRow
            key={question.question}
            question={question}
            names={totals.map(({ name }) => name)}
            read={() => store.getState().answers(trial.id, question.question)}
          />
        ))}
      </ol>
      {more > 0 && (
        <Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {words.more(Math.min(more, SHOWN_AT_ONCE))}
        </Button>
      )}
    </section>
  );
};

type RowProps = {
  question: QuestionResult;
  names: readonly string[];
  read: () => Promise<readonly TrialAnswer[]>;
};

const QuestionRow = ({ question, names, read }: RowProps) => {
  const [whole, setWhole] = useState<readonly TrialAnswer[] | null>(null);
  const { question: index, ask, sides, similarity } = question;
  return (
    <li className={styles.question}>
      <div className={ui.row}>
        <p className={classes(ui.strong, ui.grow)}>
          {index + 1}. {ask}
        </p>
        {similarity !== null && (
          <span className={classes(ui.quiet, ui.small, ui.num)}>{words.alike(similarity.toFixed(2))}</span>
        )}
      </div>
      <div className={styles.pair}>
        {sides.map((side, at) => (
          <div key={names[at]} className={styles.side}>
            <p className={classes(ui.small, ui.muted)}>
              {names[at]} {side.answers > 0 && <Mark side={side} />}
            </p>
            {whole === null ? (
              <p className={styles.text}>
                {side.answers === 0 ? words.notAnswered : side.excerpt || words.empty}
              </p>
            ) : (
              whole
                .filter(({ variant }) => variant === at)
                .map((answer) => <Whole key={answer.repeat} answer={answer} />)
            )}
          </div>
        ))}
      </div>
      <div>
        <LinkButton
          aria-label={words.answersTo(whole === null ? words.whole : words.less, index + 1)}
          onClick={() => (whole === null ? told(read().then(setWhole)) : setWhole(null))}
        >
          {whole === null ? words.whole : words.less}
        </LinkButton>
      </div>
    </li>
  );
};

const Mark = ({ side: { passed, answers } }: { side: SideResult }) => {
  if (passed === null) return null;
  const isRight = passed === answers;
  return (
    <span className={isRight ? ui.ok : ui.bad}>
      · {answers === 1 ? (isRight ? words.yes : words.no) : `${words.of(passed, answers)} ${words.passed}`}
    </span>
  );
};

const Whole = ({ answer: { text, ending, checks, tools } }: { answer: TrialAnswer }) => (
  <div>
    <p className={styles.text}>{text.trim() === "" ? words.empty : text}</p>
    {ending !== null && (
      <p className={classes(ui.warn, ui.small)}>
        {words.ending[ending] ?? ending} {tools.join(", ")}
      </p>
    )}
    {checks.map(({ check, passed, why }) => (
      <p key={check} className={classes(ui.small, passed === true ? ui.ok : ui.bad)}>
        {check}: {passed === null ? words.undecided : passed ? words.yes : words.no}. {why}
      </p>
    ))}
  </div>
);
