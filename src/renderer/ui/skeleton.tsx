import ui from "./basics.module.css";
import styles from "./skeleton.module.css";

const widths = [52, 38, 64, 30, 47, 58, 34, 43];

/** Placeholder rows while something is loading. */
export const Skeleton = ({ rows = 6, label }: { rows?: number; label: string }) => (
  <div className={styles.skeleton} role="status" aria-label={label}>
    {widths.slice(0, rows).map((width) => (
      <div key={width}>
        <i style={{ width: 14 }} />
        <i style={{ width: `${width}%` }} />
        <span className={ui.grow} />
        <i style={{ width: 26 }} />
      </div>
    ))}
  </div>
);
