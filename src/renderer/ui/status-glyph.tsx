import { t } from "./messages/index.ts";

export type Glyph = "in" | "cut" | "out" | "ask";

/** Shape before colour: dot, half disc, ring, dash. */
export const StatusGlyph = ({ status, named = true }: { status: Glyph; named?: boolean }) =>
  named ? (
    <i className="glyph" data-status={status} role="img" aria-label={t.budget.status[status]} />
  ) : (
    <i className="glyph" data-status={status} aria-hidden="true" />
  );
