import type { ComponentProps } from "react";
import styles from "./switch.module.css";

/** On or off, at once. */
export const Switch = (props: Omit<ComponentProps<"input">, "type" | "role" | "className">) => (
  <input type="checkbox" role="switch" className={styles.switch} {...props} />
);
