import { useCallback } from "react";
import { TrashPane } from "../changes/trash-pane.tsx";
import { told } from "../ui/told.ts";
import { undoChange } from "../ui/undo-change.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

export const TrashPart = () => {
  const { client, trash, app } = useWorkbench();
  const project = useApp((state) => state.project);
  const agentName = useCallback(
    (id: string) => project?.agents.find((agent) => agent.id === id)?.displayName,
    [project],
  );
  return (
    <TrashPane
      store={trash}
      agentName={agentName}
      onUndo={(change) => told(undoChange(client, change))}
      onLimits={() => app.getState().openSettings("project")}
    />
  );
};
