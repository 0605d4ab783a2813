import type { ImportReport, ImportUndone } from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES } from "#shared/model/import-source.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import type { ImportersStore } from "./importers-store.ts";
import { PlanNotes } from "./plan-notes.tsx";
import styles from "./import-dialog.module.css";

const words = t.importers;

type Props = {
  store: ImportersStore;
  report: ImportReport;
  undone: ImportUndone | null;
  onClose: () => void;
};

/** What was written, and how to undo it. */
export const ReportStep = ({ store, report, undone, onClose }: Props) => {
  const made = countsOf(report);
  const listed = undone ? undone.kept : report.problems;
  return (
    <>
      <Dialog.Description>
        {undone
          ? words.undone(undone.sessions, undone.lines, undone.files)
          : words.done(IMPORT_SOURCES[report.source])}
      </Dialog.Description>
      <div className={styles.plan}>
        {!undone && (
          <ul className={classes(styles.made, ui.num)}>
            {made.length === 0 ? (
              <li>{words.report.nothing}</li>
            ) : (
              made.map((text) => <li key={text}>{text}</li>)
            )}
          </ul>
        )}
        {listed.length > 0 && (
          <section className={styles.notes}>
            <p className={ui.strong}>{undone ? words.kept : words.notWritten}</p>
            <ul>
              {listed.map(({ title, reason }) => (
                <li key={title + reason}>
                  {title} <span className={ui.quiet}>{reason}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {!undone && <PlanNotes warnings={report.warnings} skipped={report.skipped} />}
        {!undone && made.length > 0 && <p className={ui.quiet}>{words.doneText}</p>}
      </div>
      <Dialog.Actions>
        {!undone && made.length > 0 && <Button onClick={() => void store.getState().undo()}>{t.undo}</Button>}
        <Button kind="primary" onClick={onClose}>
          {t.close}
        </Button>
      </Dialog.Actions>
    </>
  );
};

const countsOf = ({ sessions, lines, files, agents, graph, attachments }: ImportReport): readonly string[] =>
  (
    [
      [sessions.added, words.report.sessions],
      [sessions.grown, words.report.grown],
      [lines, words.report.lines],
      [files, words.report.files],
      [agents, words.report.agents],
      [graph, words.report.graph],
      [attachments, words.report.attachments],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(count));
