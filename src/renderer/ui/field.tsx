import { classes } from "./classes.ts";
import { styled } from "./styled.ts";
import styles from "./field.module.css";

export const Input = styled("input", styles.field);

/** A choice from the system's own list. */
export const Select = styled("select", styles.field);

export const TextArea = styled("textarea", classes(styles.field, styles.area));
