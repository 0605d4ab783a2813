import { useEffect } from "react";
import { matches } from "../ui/shortcut.ts";
import { menuCommands } from "./commands.ts";
import { useCommands } from "./use-commands.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Handles every shortcut of the app, wherever the focus is, and the host's menu. */
export const useKeys = (): void => {
  const commands = useCommands();
  const { client } = useWorkbench();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commands.find(({ shortcut }) => shortcut && matches(event, shortcut));
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      command.run();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [commands]);
  useEffect(
    () =>
      client.on("app.command", ({ command }) =>
        commands.find(({ id }) => id === menuCommands[command])?.run(),
      ),
    [client, commands],
  );
};
