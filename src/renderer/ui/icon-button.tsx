import type { ButtonHTMLAttributes, Ref } from "react";
import type { LucideIcon } from "lucide-react";
import { Icon } from "./icon.tsx";
import type { Shortcut } from "./shortcut.ts";
import { Tooltip } from "./tooltip.tsx";
import { classes } from "./classes.ts";
import ui from "./basics.module.css";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: LucideIcon;
  label: string;
  size?: number;
  shortcut?: Shortcut;
  side?: "top" | "right" | "bottom";
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is only an icon: its label is its name and its tooltip. */
export const IconButton = ({ icon, label, size = 14, shortcut, side, className, ...rest }: Props) => (
  <Tooltip label={label} {...(shortcut && { shortcut })} {...(side && { side })}>
    <button type="button" className={classes(ui.iconButton, className)} aria-label={label} {...rest}>
      <Icon of={icon} size={size} />
    </button>
  </Tooltip>
);
