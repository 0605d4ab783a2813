import { FileMinus2, FilePen, FilePlus2, History, type LucideIcon } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { useStore } from "zustand";
import type { Commit } from "#shared/contract/history.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { formatWhen } from "../ui/when.ts";
import { told } from "../ui/told.ts";
import { CommitList } from "./commit-list.tsx";
import type { ChangedFile, Compare, HistoryStore } from "./history-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import diffView from "../ui/diff-view.module.css";
import styles from "./history-pane.module.css";

export type DiffProps = { file: ChangedFile; sides: Sides };
/** What each side of a comparison is, with its date. */
export type Sides = { readonly before: string; readonly after: string };

type Props = {
  store: HistoryStore;
  /** The editor's component that compares two texts. */
  Diff: ComponentType<DiffProps>;
};

const compares = () =>
  (["step", "since"] as const).map((value) => ({ value, label: t.history.compare[value] }));

export const HistoryPane = ({ store, Diff }: Props) => {
  const { status, failure, workspace, commits, selected, compare, files, file, ...act } = useStore(store);
  useEffect(() => void store.getState().load(), [store]);

  if (status === "loading") return <Skeleton label={t.history.loading} rows={8} />;
  if (status === "failed") {
    return <FailedState title={t.history.failed} failure={failure} onRetry={() => void act.load()} />;
  }
  if (!workspace?.enabled) {
    return (
      <EmptyState
        topic="history"
        icon={History}
        title={t.history.off}
        actions={
          <Button kind="primary" onClick={() => told(act.enable())}>
            {t.history.enable}
          </Button>
        }
      >
        {t.history.offText}
      </EmptyState>
    );
  }
  if (commits.length === 0) {
    return (
      <EmptyState
        topic="history"
        icon={History}
        title={t.history.empty}
        actions={<Button onClick={() => told(act.checkpoint())}>{t.history.checkpoint}</Button>}
      >
        {t.history.emptyText}
      </EmptyState>
    );
  }

  const shown = files?.find(({ path }) => path === file);
  const first = commits.at(-1)?.id === selected;
  const sides = sidesOf(commits, selected, compare);
  const restore = (path?: string) =>
    told(
      act.restore(path).then((restored) => {
        if (!restored) return notify(t.history.alreadySo);
        notify(t.history.restored(restored.paths), {
          action: { label: t.undo, run: () => told(restored.undo()) },
        });
      }),
    );

  return (
    <div className={styles.history}>
      <div className={styles.historySide}>
        <CommitList commits={commits} selected={selected} onSelect={(id) => void act.select(id)} />
      </div>
      <div className={styles.historyMain}>
        <div className={styles.historyBar}>
          <Segmented
            label={t.history.compareLabel}
            value={compare}
            options={compares()}
            onChange={(next) => void act.setCompare(next)}
          />
          <span className={ui.grow} />
          {shown && (
            <Button size="small" onClick={() => restore(shown.path)}>
              {t.history.restoreFile}
            </Button>
          )}
          <Button size="small" onClick={() => restore()}>
            {t.history.restoreAll}
          </Button>
        </div>
        {files === null && <Skeleton label={t.history.loading} rows={5} />}
        {files?.length === 0 && (
          <EmptyState
            topic="history"
            icon={History}
            title={first && compare === "step" ? t.history.first : t.history.same}
          >
            {first && compare === "step" ? t.history.firstText : t.history.sameText[compare]}
          </EmptyState>
        )}
        {files && files.length > 0 && (
          <>
            <ChangedFiles files={files} shown={file} onShow={act.showFile} />
            <p className={styles.historySides} aria-label={t.history.sides}>
              <span>{sides.before}</span>
              <span>{sides.after}</span>
            </p>
            <div className={diffView.diff}>
              {shown?.binary ? (
                <EmptyState topic="history" icon={FilePen} title={t.history.binary}>
                  {t.history.binaryText}
                </EmptyState>
              ) : (
                shown && <Diff file={shown} sides={sides} />
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
};

/** The list has the newest first, so the state before comes after it. */
const sidesOf = (commits: readonly Commit[], selected: string | null, compare: Compare): Sides => {
  const words = t.history;
  const at = commits.findIndex(({ id }) => id === selected);
  const when = (index: number) => {
    const found = commits[index];
    return found ? formatWhen(found.at) : null;
  };
  return compare === "since"
    ? { before: words.asThen(when(at)), after: words.now() }
    : { before: words.before(when(at + 1)), after: words.after(when(at)) };
};

type ChangedFilesProps = {
  files: readonly ChangedFile[];
  shown: string | null;
  onShow: (path: string) => void;
};

const ChangedFiles = ({ files, shown, onShow }: ChangedFilesProps) => (
  <ul className={diffView.files} aria-label={t.history.changed}>
    {files.map(({ path, kind }) => (
      <li key={path}>
        <button
          type="button"
          className={diffView.file}
          aria-current={path === shown || undefined}
          onClick={() => onShow(path)}
        >
          <Icon of={kindIcons[kind]} size={14} />
          <span className={classes(ui.grow, ui.ellipsis)} title={path}>
            {path}
          </span>
          <span className={classes(ui.quiet, ui.small)}>{t.history.changes[kind]}</span>
        </button>
      </li>
    ))}
  </ul>
);

const kindIcons: Record<ChangedFile["kind"], LucideIcon> = {
  added: FilePlus2,
  changed: FilePen,
  removed: FileMinus2,
};
