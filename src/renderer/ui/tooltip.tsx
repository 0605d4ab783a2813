import { cloneElement, type ReactElement } from "react";
import type { Shortcut } from "./shortcut.ts";

type Props = {
  label: string;
  shortcut?: Shortcut;
  side?: "top" | "right" | "bottom";
  children: ReactElement<Record<string, unknown>>;
};

/**
 * Shows what a control does, and its shortcut. The child is the control and has its own accessible name. It
 * only gets attributes that `TooltipLayer` reads: a list of messages draws hundreds of controls while it
 * scrolls.
 */
export const Tooltip = ({ label, shortcut, side = "bottom", children }: Props) =>
  cloneElement(children, { "data-tip": label, "data-tip-keys": shortcut, "data-tip-side": side });
