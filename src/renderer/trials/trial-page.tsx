import { useStore } from "zustand";
import type { Client } from "#shared/contract/index.ts";
import type { TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { offerUndo } from "../ui/undo-change.ts";
import { AnswerList } from "./answer-list.tsx";
import { FigureTable } from "./figure-table.tsx";
import type { TrialsStore } from "./trials-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./trial-page.module.css";
import { failureSentence } from "../ui/failure-text.ts";

const words = t.trials.result;

/** A trial that runs, stands still or is done: its sentence, its figures, its answers. */
export const TrialPage = ({ store, client }: { store: TrialsStore; client: Client }) => {
  const result = useStore(store, (state) => state.result);
  const isWorking = useStore(store, (state) => state.isWorking);
  if (!result) return <Skeleton label={t.trials.loading} rows={6} />;
  const { trial, verdict, notes } = result;
  const { remove } = store.getState();
  // What was read while it ran says too little, and says it about a trial that is over.
  const isRead = trial.status !== "running" && !isWorking;
  return (
    <article className={styles.trial}>
      <header className={styles.head}>
        <h2 className={classes(ui.strong, ui.grow)}>{trial.title === "" ? trial.set : trial.title}</h2>
        {trial.status !== "running" && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => told(remove(trial.id).then(() => notify(words.removed)))}
          >
            {words.remove}
          </Button>
        )}
      </header>
      <Progress trial={trial} store={store} />
      {isWorking && <Skeleton label={words.working} rows={6} />}
      {isRead && (
        <p className={styles.verdict} data-kind={verdict.kind}>
          {verdict.text}
        </p>
      )}
      {!isWorking &&
        notes.map((note) => (
          <p key={note} className={ui.warn}>
            {note}
          </p>
        ))}
      {isRead && (
        <>
          <FigureTable result={result} />
          <Kept result={result} store={store} client={client} />
          <AnswerList result={result} store={store} />
        </>
      )}
    </article>
  );
};

const Progress = ({ trial, store }: { trial: TrialSummary; store: TrialsStore }) => {
  const { id, status, done, total, failure } = trial;
  if (status === "done") return null;
  const { stop, goOn } = store.getState();
  return (
    <div className={styles.progress}>
      <progress max={total} value={done} aria-label={t.trials.status[status]} />
      <span className={ui.num}>{words.progress(formatCount(done), formatCount(total))}</span>
      {status === "running" ? (
        <Button size="small" onClick={() => told(stop(id))}>
          {words.stop}
        </Button>
      ) : (
        <Button size="small" kind="primary" onClick={() => told(goOn(id))}>
          {words.goOn}
        </Button>
      )}
      {failure && (
        <p className={styles.failure}>
          {failure.question === null
            ? words.failedEarly(failureSentence(failure))
            : words.failedAt(failure.question + 1, failureSentence(failure))}{" "}
          {words.kept}
        </p>
      )}
    </div>
  );
};

type KeptProps = { result: TrialResult; store: TrialsStore; client: Client };

/** Makes a variant the way the agent answers, which can be undone at once. */
const Kept = ({ result: { trial, verdict }, store, client }: KeptProps) => {
  const { keep } = store.getState();
  const able = trial.variants.flatMap((variant, index) =>
    Object.keys(variant).some((key) => key !== "name" && key !== "agent") ? [{ variant, index }] : [],
  );
  if (able.length === 0) return null;
  return (
    <div className={styles.keep}>
      {able.map(({ variant, index }) => (
        <Button
          key={variant.name}
          kind={verdict.better === index ? "primary" : "plain"}
          onClick={() =>
            told(
              keep(trial.id, index).then(({ change }) =>
                notify(words.keptDone(variant.name), offerUndo(client, change)),
              ),
            )
          }
        >
          {words.keep(variant.name)}
        </Button>
      ))}
    </div>
  );
};
