import type { ReactNode, RefObject } from "react";
import { classes } from "../ui/classes.ts";
import editorBandStyles from "./editor-band.module.css";
import ui from "../ui/basics.module.css";
import styles from "./conflict-frame.module.css";

type Props = {
  title: string;
  text: string;
  /** What stands left and right. */
  heads: readonly [ReactNode, ReactNode];
  /** Where the two texts are drawn. */
  place: RefObject<HTMLDivElement | null>;
  /** The ways out. */
  children: ReactNode;
};

/** Two texts of a file that cannot both stay: what happened, the ways out, and the texts side by side. */
export const ConflictFrame = ({ title, text, heads: [left, right], place, children }: Props) => (
  <div className={styles.conflict} role="group" aria-label={title}>
    <div className={editorBandStyles.editorBand} role="alert">
      <div className={ui.grow}>
        <div className={ui.strong}>{title}</div>
        <div className={classes(ui.muted, ui.small)}>{text}</div>
      </div>
      <div className={ui.row}>{children}</div>
    </div>
    <div className={styles.conflictHeads}>
      <span>{left}</span>
      <span>{right}</span>
    </div>
    <div className={styles.conflictDiff} ref={place} />
  </div>
);
