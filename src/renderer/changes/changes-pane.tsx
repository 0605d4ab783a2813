import { History, SearchX } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { formatBytes, formatCount } from "../ui/format.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { actorName } from "./actor-name.ts";
import { ChangeDetails, type TextsProps } from "./change-details.tsx";
import { ChangeFilters } from "./change-filters.tsx";
import { ChangeList } from "./change-list.tsx";
import { allChanges, type ChangesStore, type Overview } from "./changes-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./changes-pane.module.css";

type Props = {
  store: ChangesStore;
  agentName: (id: string) => string | undefined;
  onUndo: (change: string) => void;
  onUndoTurn: (session: string, turn: string) => void;
  onOpenFile: (path: string) => void;
  onOpenSession: (session: string) => void;
  onLimits: () => void;
  /** The editor's way to show two texts. */
  Texts: ComponentType<TextsProps>;
};

const words = t.changes;

/** Everything that was done to the files, newest first, with what each change did and its Undo. */
export const ChangesPane = ({ store, agentName, onLimits, ...act }: Props) => {
  const state = useStore(store);
  const { status, failure, changes, more, overview, filter, selected, file, diff, diffFailure } = state;
  useEffect(() => void store.getState().load(), [store]);
  const nameOf = (actor: string) => actorName(actor, agentName);
  const titles = new Map(overview?.sessions.map(({ id, title }) => [id, title]));
  const change = changes.find(({ id }) => id === selected);
  const isFiltered = Object.values(filter).some((value) => value !== "");

  if (status === "loading") return <Skeleton label={words.loading} rows={8} />;
  if (status === "failed") {
    return <FailedState title={words.failed} failure={failure} onRetry={() => void state.load()} />;
  }
  if (changes.length === 0 && !isFiltered && overview?.count === 0) {
    return (
      <EmptyState topic="changes" icon={History} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <div className={styles.changes}>
      <div className={styles.side}>
        <ChangeFilters filter={filter} overview={overview} nameOf={nameOf} onFilter={state.setFilter} />
        <div className={styles.list}>
          {changes.length === 0 && isFiltered && (
            <EmptyState
              topic="changes"
              icon={SearchX}
              title={words.noMatch}
              actions={
                <Button size="small" onClick={() => state.setFilter(allChanges)}>
                  {words.showAll}
                </Button>
              }
            >
              {words.noMatchText}
            </EmptyState>
          )}
          <ChangeList changes={changes} selected={selected} nameOf={nameOf} onSelect={state.select} />
          {more && (
            <div className={styles.older}>
              <Button size="small" onClick={() => told(state.older())}>
                {words.older}
              </Button>
            </div>
          )}
        </div>
        {overview && <Kept overview={overview} onLimits={onLimits} />}
      </div>
      <div className={styles.main}>
        {change && (
          <ChangeDetails
            change={change}
            file={file}
            diff={diff}
            diffFailure={diffFailure}
            nameOf={nameOf}
            titleOf={(session) => titles.get(session)}
            onFile={state.showFile}
            {...act}
          />
        )}
      </div>
    </div>
  );
};

type KeptProps = { overview: Overview; onLimits: () => void };

/** What is kept, and until when. */
const Kept = ({ overview: { count, bytes, limits }, onLimits }: KeptProps) => (
  <footer className={classes(styles.kept, ui.small, ui.num)}>
    <p>{words.used(formatCount(count), formatBytes(bytes))}</p>
    <p className={ui.quiet}>
      {words.limits(limits.days, formatCount(limits.changes), formatBytes(limits.bytes))}.{" "}
      <LinkButton onClick={onLimits}>{words.setLimits}</LinkButton>
    </p>
  </footer>
);
