import type { HTMLAttributes, Ref } from "react";
import { classes } from "./classes.ts";
import styles from "./chip.module.css";

type Props = HTMLAttributes<HTMLElement> & {
  as?: "span" | "button" | "li";
  type?: "button";
  kind?: "plain" | "outline" | "warn" | "ok" | "estimated";
  ref?: Ref<never>;
};

/** A word or two on a tinted background that shows a state. */
export const Chip = ({ as: Tag = "span", kind = "plain", className, ...rest }: Props) => (
  <Tag className={classes(styles.chip, className)} data-kind={kind} {...rest} />
);
