import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { ChooseStep } from "./choose-step.tsx";
import type { ImportersStore } from "./importers-store.ts";
import { PlanStep } from "./plan-step.tsx";
import { ReportStep } from "./report-step.tsx";
import { WorkStep } from "./work-step.tsx";
import styles from "./import-dialog.module.css";

const words = t.importers;

type Props = {
  store: ImportersStore;
  open: boolean;
  onClose: () => void;
  /** What was dropped: a path, or a name whose place is not known. */
  typed: string;
  note: string | null;
  /** A list that completes a typed path. */
  renderPaths: (typed: string, onPick: (path: string) => void) => ReactNode;
  onOpenFolder: (folder: string) => void;
};

/** Moving in, step by step: choose a source, see the plan, write, undo. */
export const ImportDialog = ({ store, open, onClose, typed, note, renderPaths, onOpenFolder }: Props) => {
  const step = useStore(store, (state) => state.step);
  const failure = useStore(store, (state) => state.failure);
  const close = () => {
    store.getState().reset();
    onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content
          className={styles.dialog}
          data-step={step.at}
          // A click beside a long list must not throw the choice away.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Dialog.Title>{words.title}</Dialog.Title>
          {step.at === "choose" && <Dialog.Description>{note ?? words.text}</Dialog.Description>}
          {step.at === "choose" && (
            <ChooseStep
              store={store}
              typed={typed}
              renderPaths={renderPaths}
              onLook={(source) => void store.getState().look(source)}
            />
          )}
          {step.at === "reading" && <WorkStep store={store} label={words.reading} />}
          {step.at === "plan" && (
            <PlanStep
              store={store}
              plan={step.plan}
              onOpenFolder={(folder) => {
                close();
                onOpenFolder(folder);
              }}
            />
          )}
          {step.at === "writing" && <WorkStep store={store} label={words.writing} />}
          {step.at === "done" && (
            <ReportStep store={store} report={step.report} undone={step.undone} onClose={close} />
          )}
          {failure && (
            <Problem failure={failure} role="alert">
              {failure}
            </Problem>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
