import type { ButtonHTMLAttributes, Ref } from "react";
import { classes } from "./classes.ts";
import styles from "./button.module.css";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: "plain" | "primary" | "quiet";
  size?: "small" | "medium" | "large";
  ref?: Ref<HTMLButtonElement>;
};

/** One primary button per region; quiet ones have no border. */
export const Button = ({ kind = "plain", size = "medium", type = "button", className, ...rest }: Props) => (
  <button
    type={type}
    className={classes(styles.button, className)}
    data-kind={kind}
    data-size={size}
    {...rest}
  />
);
