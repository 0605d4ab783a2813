import { cloneElement, type ReactElement } from "react";
import type { Shortcut } from "./shortcut.ts";

type Props = {
  label: string;
  shortcut?: Shortcut;
  side?: "top" | "right" | "bottom";
  children: ReactElement<Record<string, unknown>>;
};

/**
 * Says what a control does, and its keys. The child is the control and brings its own accessible name. It only
 * gets attributes that `TooltipLayer` reads: a list of messages draws hundreds of controls while it scrolls.
 */
export const Tooltip = ({ label, shortcut, side = "bottom", children }: Props) =>
  cloneElement(children, { "data-tip": label, "data-tip-keys": shortcut, "data-tip-side": side });
