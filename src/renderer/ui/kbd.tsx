import { formatShortcut, type Shortcut } from "./shortcut.ts";
import styles from "./kbd.module.css";

export const Kbd = ({ shortcut }: { shortcut: Shortcut }) => (
  <kbd className={styles.kbd}>{formatShortcut(shortcut)}</kbd>
);
