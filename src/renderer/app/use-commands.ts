import { useMemo } from "react";
import { type Command, commandsOf } from "./commands.ts";
import { useWorkbench } from "./workbench-context.ts";

export const useCommands = (): readonly Command[] => {
  const workbench = useWorkbench();
  return useMemo(() => commandsOf(workbench), [workbench]);
};
