import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { type DiffProps, HistoryPane } from "../history/history-pane.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { useWorkbench } from "./workbench-context.ts";
import styles from "./states-part.module.css";

const DiffView = lazy(() => import("../editor/diff-view.tsx"));

export const StatesPart = () => {
  const { history } = useWorkbench();
  return <HistoryPane store={history} Diff={Diff} />;
};

export const StatesActions = () => {
  const { history } = useWorkbench();
  const { workspaces, workspace, choose, checkpoint } = useStore(history);
  const keep = () =>
    told(checkpoint().then((kept) => notify(kept ? t.history.checkpointed : t.history.nothingNew)));
  return (
    <>
      {workspaces.length > 1 && (
        <Select
          className={styles.viewChoice}
          aria-label={t.history.workspace}
          value={workspace?.folder}
          onChange={(event) => void choose(event.currentTarget.value)}
        >
          {workspaces.map(({ folder }) => (
            <option key={folder}>{folder}</option>
          ))}
        </Select>
      )}
      {workspace?.enabled && <Button onClick={keep}>{t.history.checkpoint}</Button>}
    </>
  );
};

const Diff = ({ file, sides }: DiffProps) => (
  <Suspense fallback={<Skeleton label={t.history.loading} rows={6} />}>
    <DiffView name={file.path} before={file.before ?? ""} after={file.after ?? ""} labels={sides} />
  </Suspense>
);
