import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import styles from "./note-line.module.css";

type Props = ComponentProps<"div"> & {
  /** It stands between the conversation and the composer, rather than in a padded box. */
  inset?: boolean;
};

/** One quiet line that says something about a conversation, with a button or two. */
export const NoteLine = ({ inset = false, className, ...rest }: Props) => (
  <div className={classes(styles.line, className)} data-inset={inset || undefined} {...rest} />
);
