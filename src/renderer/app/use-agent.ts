import { useStore } from "zustand";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** The agent that answers: the one of the next prompt. */
export const useAgent = () => {
  const { preview } = useWorkbench();
  const id = useStore(preview, (state) => state.manifest?.agent);
  return useApp(({ project }) => project?.agents.find((agent) => agent.id === id) ?? project?.agents[0]);
};
