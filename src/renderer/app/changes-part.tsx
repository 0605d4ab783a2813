import { lazy, Suspense, useCallback } from "react";
import { ChangesPane } from "../changes/changes-pane.tsx";
import type { TextsProps } from "../changes/change-details.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { undoChange, undoTurn } from "../ui/undo-change.ts";
import { openSession } from "./open-memory.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

const DiffView = lazy(() => import("../editor/diff-view.tsx"));

export const ChangesPart = () => {
  const bench = useWorkbench();
  const { client, changes, app, openFile } = bench;
  const project = useApp((state) => state.project);
  const agentName = useCallback(
    (id: string) => project?.agents.find((agent) => agent.id === id)?.displayName,
    [project],
  );
  return (
    <ChangesPane
      store={changes}
      agentName={agentName}
      onUndo={(id) => told(undoChange(client, id))}
      onUndoTurn={(session, turn) => told(undoTurn(client, session, turn))}
      onOpenFile={openFile}
      onOpenSession={(session) => openSession(bench, session)}
      onLimits={() => app.getState().openSettings("project")}
      Texts={Texts}
    />
  );
};

const labels = () => ({ before: t.changes.before, after: t.changes.after });

const Texts = ({ path, before, after }: TextsProps) => (
  <Suspense fallback={<Skeleton label={t.changes.loading} rows={6} />}>
    <DiffView name={path} before={before} after={after} labels={labels()} />
  </Suspense>
);
