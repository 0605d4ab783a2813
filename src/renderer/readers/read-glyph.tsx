import type { CellState } from "./cell-state.ts";
import styles from "./read-glyph.module.css";

/** Shape before colour: disc, half disc, ring, dot, dash, cross. The words are beside it or in its cell's label. */
export const ReadGlyph = ({ state }: { state: CellState }) => (
  <svg
    className={styles.glyph}
    data-state={state}
    width="14"
    height="14"
    viewBox="0 0 14 14"
    aria-hidden="true"
  >
    {shapes[state]}
  </svg>
);

const shapes = {
  whole: <circle cx="7" cy="7" r="5" fill="currentColor" />,
  cut: (
    <>
      <circle cx="7" cy="7" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M7 2a5 5 0 0 0 0 10z" fill="currentColor" />
    </>
  ),
  conditional: <circle cx="7" cy="7" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  ondemand: <circle cx="7" cy="7" r="2" fill="currentColor" />,
  never: <path d="M5 7h4" stroke="currentColor" strokeWidth="1.25" />,
  lost: <path d="M4 4l6 6M10 4l-6 6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />,
} as const;
