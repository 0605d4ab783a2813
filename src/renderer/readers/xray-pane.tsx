import { ScanSearch } from "lucide-react";
import { useCallback, useEffect } from "react";
import { useStore } from "zustand";
import { noteText } from "#shared/model/xray-note-text.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import ui from "../ui/basics.module.css";
import { cellAt } from "./cell-state.ts";
import { CellDetails } from "./cell-details.tsx";
import { FindingsPanel } from "./findings-panel.tsx";
import { ReadGlyph } from "./read-glyph.tsx";
import type { ReadersStore } from "./readers-store.ts";
import { XrayGrid } from "./xray-grid.tsx";
import styles from "./xray-pane.module.css";

type Props = {
  store: ReadersStore;
  onFixed: (title: string, change: string | null) => void;
  onFailed: (work: Promise<unknown>) => void;
  onOpen: (path: string, line: number) => void;
};

/** What other programs read of the folder: the grid, and beside it the picked cell or the findings. */
export const XrayPane = ({ store, onFixed, onFailed, onOpen }: Props) => {
  const {
    status,
    failure,
    report,
    overlaps,
    profiles,
    picked,
    cell,
    load,
    pick,
    fix,
    planSource,
    keepSource,
  } = useStore(store);
  useEffect(() => {
    void load(true);
    const again = () => void load(true);
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [load]);
  const close = useCallback(() => pick(null), [pick]);
  if (status === "failed")
    return <FailedState title={t.readers.failed} failure={failure} onRetry={() => void load(true)} />;
  if (!report) return <Skeleton label={t.readers.loading} rows={8} />;
  const file = report.files.find(({ path }) => path === picked?.path);
  const profile = profiles.find(({ id }) => id === picked?.reader);
  const fixed = (work: Promise<{ title: string; change: string | null }>) =>
    onFailed(work.then(({ title, change }) => onFixed(title, change)));
  return (
    <div className={styles.pane}>
      <div className={styles.main}>
        <Legend store={store} />
        {report.files.length === 0 ? (
          <EmptyState topic="xray" icon={ScanSearch} title={t.readers.empty}>
            {t.readers.emptyText}
          </EmptyState>
        ) : (
          <div className={styles.grid}>
            <XrayGrid report={report} profiles={profiles} picked={picked} onPick={pick} />
          </div>
        )}
      </div>
      {picked && file && profile ? (
        <CellDetails
          file={file}
          profile={profile}
          cell={cellAt(report, picked.reader, picked.path)}
          details={cell}
          onFix={(id) => fixed(fix(id))}
          onOpen={(line) => onOpen(picked.path, line)}
          onClose={close}
        />
      ) : (
        <FindingsPanel
          report={report}
          overlaps={overlaps}
          onPick={pick}
          onPlan={planSource}
          onKeep={(keep) =>
            fixed(keepSource(keep).then((change) => ({ title: t.readers.kept(keep), change })))
          }
        />
      )}
    </div>
  );
};

const states = ["whole", "cut", "conditional", "ondemand", "lost", "never"] as const;

const Legend = ({ store }: { store: ReadersStore }) => {
  const { report, lookOutside } = useStore(store);
  return (
    <div className={styles.legend}>
      <ul className={styles.states} aria-label={t.readers.legend}>
        {states.map((state) => (
          <li key={state}>
            <ReadGlyph state={state} /> {t.readers.states[state]}
          </li>
        ))}
      </ul>
      <span className={styles.counted}>{t.readers.countedWith(report?.encoding ?? "")}</span>
      {report && (
        <Button
          kind="quiet"
          size="small"
          title={t.readers.outsideText}
          onClick={() => void lookOutside(!report.outside)}
        >
          {report.outside ? t.readers.outsideOff : t.readers.outsideOn}
        </Button>
      )}
      {report?.notes.map((note) => (
        <p key={JSON.stringify(note)} className={classes(styles.note, ui.warn, ui.small)}>
          {noteText(note)}
        </p>
      ))}
    </div>
  );
};
