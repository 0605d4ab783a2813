import { useEffect } from "react";
import { toast } from "sonner";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import type { Progress } from "./app-store.ts";
import { useApp } from "./workbench-context.ts";
import { ToastCard } from "../ui/toast-card.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./progress-notice.module.css";

/**
 * A notice for long work that can be stopped: its progress, the remaining time, and Cancel. Reading the files
 * happens at every start and is only shown in the status line.
 */
export const ProgressNotices = () => {
  const jobs = useApp((state) => state.jobs);
  useEffect(() => {
    for (const kind of kinds) {
      const job = jobs[kind];
      if (job?.cancel) toast.custom(() => <Notice job={job} />, { id: kind, duration: Infinity });
      else toast.dismiss(kind);
    }
  }, [jobs]);
  return null;
};

const kinds = [
  "recounting",
  "remembering",
  "embedding",
  "importing",
] as const satisfies readonly Progress["kind"][];

const Notice = ({ job }: { job: Progress }) => {
  const { kind, done, total, secondsLeft, cancel } = job;
  return (
    <ToastCard className={styles.progressNotice} role="status" data-progress>
      <div className={ui.row}>
        <div className={classes(ui.row, styles.progressText)}>
          <span className={styles.progressTitle}>{t.app.progress.titles[kind]}</span>
          <span className={classes(ui.quiet, ui.small, ui.num)}>
            {t.app.progress.of(formatCount(done), formatCount(total))}
            {secondsLeft !== null && `, ${t.app.progress.left(secondsLeft)}`}
          </span>
        </div>
        <Button kind="quiet" size="small" onClick={cancel}>
          {t.cancel}
        </Button>
      </div>
      <div className={styles.progressTrack} aria-hidden="true">
        <i style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }} />
      </div>
    </ToastCard>
  );
};
