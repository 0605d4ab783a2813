import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import styles from "./note-line.module.css";

type Props = ComponentProps<"div"> & {
  /** True between the conversation and the composer, where it has no padded box around it. */
  inset?: boolean;
};

/** One quiet line about a conversation, with a button or two. */
export const NoteLine = ({ inset = false, className, ...rest }: Props) => (
  <div className={classes(styles.line, className)} data-inset={inset || undefined} {...rest} />
);
