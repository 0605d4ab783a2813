import "./history.css";
import { FileMinus2, FilePen, FilePlus2, History, type LucideIcon } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { CommitList } from "./commit-list.tsx";
import type { ChangedFile, Compare, HistoryStore } from "./history-store.ts";

export type DiffProps = { file: ChangedFile; compare: Compare };

type Props = {
  store: HistoryStore;
  /** The editor's way to show two texts. */
  Diff: ComponentType<DiffProps>;
};

const compares = (["step", "since"] as const).map((value) => ({ value, label: t.history.compare[value] }));

export const HistoryPane = ({ store, Diff }: Props) => {
  const { status, failure, workspace, commits, selected, compare, files, file, ...act } = useStore(store);
  useEffect(() => void store.getState().load(), [store]);

  if (status === "loading") return <Skeleton label={t.history.loading} rows={8} />;
  if (status === "failed") {
    return (
      <div className="pane-trouble">
        <div className="trouble" role="alert">
          <span className="b">{t.history.failed}</span> <span className="m">{failure}</span>
          <div className="row">
            <Button size="small" onClick={() => void act.load()}>
              {t.tryAgain}
            </Button>
          </div>
        </div>
      </div>
    );
  }
  if (!workspace?.enabled) {
    return (
      <EmptyState
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
  const restore = (path?: string) =>
    told(
      act.restore(path).then((restored) => {
        if (!restored) return notify(t.history.alreadySo);
        notify(t.history.restored(restored.paths), {
          action: { label: t.undo, run: () => told(restored.undo().then(() => notify(t.history.undone))) },
        });
      }),
    );

  return (
    <div className="history">
      <div className="history-side">
        <CommitList commits={commits} selected={selected} onSelect={(id) => void act.select(id)} />
      </div>
      <div className="history-main">
        <div className="history-bar">
          <Segmented
            label={t.history.compareLabel}
            value={compare}
            options={compares}
            onChange={(next) => void act.setCompare(next)}
          />
          <span className="grow" />
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
          <EmptyState icon={History} title={first && compare === "step" ? t.history.first : t.history.same}>
            {first && compare === "step" ? t.history.firstText : t.history.sameText[compare]}
          </EmptyState>
        )}
        {files && files.length > 0 && (
          <>
            <ul className="history-files" aria-label={t.history.changed}>
              {files.map(({ path, kind }) => (
                <li key={path}>
                  <button
                    type="button"
                    className="history-file"
                    aria-current={path === file || undefined}
                    onClick={() => act.showFile(path)}
                  >
                    <Icon of={kindIcons[kind]} size={14} />
                    <span className="grow ell" title={path}>
                      {path}
                    </span>
                    <span className="s t12">{t.history.changes[kind]}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div className="history-diff">
              {shown?.binary ? (
                <EmptyState icon={FilePen} title={t.history.binary}>
                  {t.history.binaryText}
                </EmptyState>
              ) : (
                shown && <Diff file={shown} compare={compare} />
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
};

const kindIcons: Record<ChangedFile["kind"], LucideIcon> = {
  added: FilePlus2,
  changed: FilePen,
  removed: FileMinus2,
};
