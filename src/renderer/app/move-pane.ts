import { paneElement, panes } from "../ui/pane.ts";
import type { Workbench } from "./workbench.ts";

/** Moves the focus from pane to pane: rail, files, editor, conversation. Editors handle Tab themselves. */
export const movePane = ({ editor }: Workbench, step: 1 | -1): void => {
  const shown = panes
    .map((name) => ({ name, element: paneElement(name) }))
    .filter(({ element }) => element !== null && element.offsetParent !== null);
  const current = shown.findIndex(({ element }) => element?.contains(document.activeElement));
  const next = shown[(current + step + shown.length) % shown.length];
  if (!next?.element) return;
  const { name, element } = next;
  if (name === "editor" && element.querySelector("[data-takes-keys]")) return editor.getState().focusText();
  const first = ["[aria-current]", "[role=tree]", "textarea", "button"]
    .map((selector) => element.querySelector<HTMLElement>(selector))
    .find((found) => found !== null);
  first?.focus();
};
