import { classes } from "./classes.ts";
import styles from "./swatch.module.css";

type Props = {
  /** The colour, or a part of the window that belongs to no layer. */
  of: string | { readonly window: "free" | "reserved" };
  /** True in a line of text rather than in a row with gaps. */
  spaced?: boolean;
};

/** A small square in the colour that something has in a chart. */
export const Swatch = ({ of, spaced = false }: Props) => (
  <i
    className={classes(
      typeof of !== "string" && (of.window === "free" ? styles.free : styles.reserved),
      styles.swatch,
    )}
    data-spaced={spaced || undefined}
    style={typeof of === "string" ? { background: of } : undefined}
  />
);
