import type { ButtonHTMLAttributes } from "react";
import { classes } from "./classes.ts";
import styles from "./link-button.module.css";

/** A button that looks like a link: it leads elsewhere. */
export const LinkButton = ({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" className={classes(styles.link, className)} {...rest} />
);
