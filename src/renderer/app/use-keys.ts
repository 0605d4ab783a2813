import { useEffect } from "react";
import { isMac, matches } from "../ui/shortcut.ts";
import { menuCommands } from "./commands.ts";
import { useCommands } from "./use-commands.ts";
import type { ChangeView } from "#shared/model/change.ts";
import { paneElement } from "../ui/pane.ts";
import { told } from "../ui/told.ts";
import { undoLast } from "../ui/undo-change.ts";
import type { View } from "./app-store.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Handles every shortcut of the app, wherever the focus is, and the host's menu. */
export const useKeys = (): void => {
  const commands = useCommands();
  const { app, client, budget } = useWorkbench();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commands.find(({ shortcut }) => shortcut && matches(event, shortcut));
      if (!command || (isMac() && isWordStep(event))) return;
      event.preventDefault();
      event.stopPropagation();
      command.run();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [commands]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const again = matches(event, "Mod+Shift+Z") || matches(event, "Mod+Y");
      const part = again || matches(event, "Mod+Z") ? partOf(event.target, app.getState().view) : null;
      if (part === null || event.defaultPrevented) return;
      event.preventDefault();
      const onDone = part === "budget" ? budget.getState().reread : undefined;
      told(undoLast(client, part, again, onDone));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [client, app, budget]);
  useEffect(
    () =>
      client.on("app.command", ({ command }) =>
        commands.find(({ id }) => id === menuCommands[command])?.run(),
      ),
    [client, commands],
  );
};

/** On a Mac Option with an arrow steps over a word in a text. */
const isWordStep = ({ key, altKey, target }: KeyboardEvent): boolean =>
  altKey &&
  (key === "ArrowLeft" || key === "ArrowRight") &&
  target instanceof Element &&
  target.closest("input, textarea, [contenteditable], [role=textbox]") !== null;

/** Where Ctrl+Z is an undo of files. Whatever takes text undoes its own typing. */
const partOf = (target: EventTarget | null, view: View): ChangeView | null => {
  const at = target instanceof Element ? target : null;
  if (at?.closest("input, textarea, select, [contenteditable], [role=textbox], [role=dialog]")) return null;
  if (view === "budget") return "budget";
  return view === "files" && at && paneElement("files")?.contains(at) ? "files" : null;
};
