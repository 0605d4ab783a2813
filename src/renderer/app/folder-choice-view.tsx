import { useCallback, useState } from "react";
import { FolderChoice } from "../start/folder-choice.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Asks once how the user's own folder should be sent; later it can be changed in the settings. */
export const FolderChoiceView = () => {
  const { client, app } = useWorkbench();
  const project = useApp((state) => state.project);
  const [putOff, setPutOff] = useState<string | null>(null);
  const onProposals = useCallback(() => client.call("project.proposals", {}), [client]);
  const isAsked = project && project.kind !== "project" && project.proposal === null;
  if (!isAsked || putOff === project.folder) return null;
  return (
    <FolderChoice
      key={`${project.folder} ${project.kind}`}
      project={project}
      onProposals={onProposals}
      onKind={async (kind) => void (await client.call("settings.set", { project: { kind } }))}
      onChoose={async (proposal, include) => {
        await client.call("project.choose", { proposal, ...(include && { include: [...include] }) });
        await app.getState().refresh();
      }}
      onLater={() => setPutOff(project.folder)}
    />
  );
};
