import type { Workbench } from "./workbench.ts";

/** Moves the keys from pane to pane: rail, files, editor, conversation. Editors keep Tab for themselves. */
export const movePane = ({ editor }: Workbench, step: 1 | -1): void => {
  const panes = [".rail", ".files-pane", ".editor-pane", ".chat-pane"]
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .filter((pane) => pane !== null && pane.offsetParent !== null) as HTMLElement[];
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + step + panes.length) % panes.length];
  if (!next) return;
  if (next.matches(".editor-pane") && next.querySelector(".text-editor"))
    return editor.getState().focusText();
  const first = ["[aria-current]", "[role=tree]", "textarea", "button"]
    .map((selector) => next.querySelector<HTMLElement>(selector))
    .find((found) => found !== null);
  first?.focus();
};
