import { t } from "./messages/index.ts";
import styles from "./status-glyph.module.css";

export type Glyph = "in" | "cut" | "out" | "ask";

/** Shape before colour: dot, half disc, ring, dash. */
export const StatusGlyph = ({ status, named = true }: { status: Glyph; named?: boolean }) =>
  named ? (
    <i className={styles.glyph} data-status={status} role="img" aria-label={t.budget.status[status]} />
  ) : (
    <i className={styles.glyph} data-status={status} aria-hidden="true" />
  );
