import { lazy, Suspense, useState } from "react";
import { useStore } from "zustand";
import type { UndoConflict, UndoDecision } from "#shared/contract/changes.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { undoQuestion, type UndoQuestion } from "../ui/undo-change.ts";
import { useWorkbench } from "./workbench-context.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./undo-question-dialog.module.css";

const UndoConflictView = lazy(() => import("../editor/undo-conflict-view.tsx"));

const words = t.changes.question;

/** Asked when an undo meets what was changed since: file after file, then all of it at once. */
export const UndoQuestionDialog = () => {
  const question = useStore(undoQuestion, (state) => state.question);
  if (!question) return null;
  return <Asked key={question.conflicts.map(({ path }) => path).join("\n")} question={question} />;
};

const close = () => undoQuestion.setState({ question: null });

const Asked = ({ question: { conflicts, decide } }: { question: UndoQuestion }) => {
  const { client } = useWorkbench();
  const [decided, setDecided] = useState<readonly UndoDecision[]>([]);
  const at = decided.length;
  const conflict = conflicts[at];
  if (!conflict) return null;
  const onDecide = (decision: UndoDecision) => {
    const all = [...decided, decision];
    if (all.length < conflicts.length) return setDecided(all);
    close();
    told(decide(all));
  };
  const isText = conflict.mine !== null || conflict.theirs !== null;
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content
          className={classes(styles.question, isText && styles.withTexts)}
          aria-describedby={undefined}
        >
          <Dialog.Title className={isText ? ui.spoken : undefined}>{words.title(conflict.path)}</Dialog.Title>
          {isText ? (
            <div className={styles.texts}>
              <Suspense fallback={<Skeleton label={t.changes.loading} rows={8} />}>
                <UndoConflictView
                  key={`${conflict.path} ${conflict.now}`}
                  conflict={conflict}
                  merge={(base, mine, theirs) => client.call("workspace.merge", { base, mine, theirs })}
                  onDecide={onDecide}
                />
              </Suspense>
            </div>
          ) : (
            <Dialog.Description>{sentenceOf(conflict)}</Dialog.Description>
          )}
          <Dialog.Actions className={isText ? styles.foot : undefined}>
            {conflicts.length > 1 && (
              <span className={classes(ui.grow, ui.muted, ui.small, ui.num)}>
                {words.place(at + 1, conflicts.length)}
              </span>
            )}
            {!isText && conflict.decidable && <Choices conflict={conflict} onDecide={onDecide} />}
            <Dialog.Close asChild>
              <Button>{conflict.decidable ? words.cancel : t.close}</Button>
            </Dialog.Close>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

type ChoicesProps = { conflict: UndoConflict; onDecide: (decision: UndoDecision) => void };

/** Where there are no texts to look at. */
const Choices = ({ conflict: { path, now, reason }, onDecide }: ChoicesProps) => (
  <>
    {reason !== "not-empty" && (
      <Button onClick={() => onDecide({ take: "before", path, now })}>
        {now === null ? words.bringBack : words.take}
      </Button>
    )}
    <Button kind="primary" onClick={() => onDecide({ take: "now", path, now })}>
      {words.keep}
    </Button>
  </>
);

const sentenceOf = ({ decidable, reason }: UndoConflict): string => {
  if (!decidable && (reason === "exists" || reason === "gone")) return words.stuck[reason];
  return words.reasons[reason];
};
