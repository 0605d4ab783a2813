import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import ui from "../../ui/basics.module.css";
import { Change } from "../map/legend.tsx";
import styles from "./next-turn.module.css";

export type HeadFigures = {
  readonly used: number;
  readonly free: number;
  readonly kept: number;
  readonly leftOut: number;
  readonly exact: boolean;
};

type Props = {
  figures: HeadFigures & { readonly max: number; readonly percent: number };
  /** What the figures are compared with: what is saved while something is tried, else the baseline. */
  against: (HeadFigures & { readonly text: string }) | null;
  hasBaseline: boolean;
  onBaseline: () => void;
};

/** The size of the next prompt, each figure with its change. */
export const NextHead = ({ figures, against, hasBaseline, onBaseline }: Props) => {
  const by = (figure: "used" | "free" | "kept" | "leftOut") =>
    against && <Change by={figures[figure] - against[figure]} exact={figures.exact && against.exact} />;
  return (
    <header className={classes(ui.row, styles.nextHead)}>
      <span className={classes(styles.big, ui.num)}>{formatTokens(figures.used, figures.exact)}</span>
      <span className={classes(ui.muted, ui.num, styles.nextNote)}>
        {t.budget.ofWindow(figures.max, figures.percent)}
      </span>
      {against && against.used !== figures.used && (
        <span className={classes(ui.accent, ui.strong, ui.num, styles.nextNote)}>
          {by("used")} {against.text}
        </span>
      )}
      <Button kind="quiet" size="small" aria-pressed={hasBaseline} onClick={onBaseline}>
        {hasBaseline ? t.budget.baseline.drop : t.budget.baseline.set}
      </Button>
      <span className={ui.grow} />
      <div className={styles.stats}>
        <Stat name={t.budget.free} value={figures.free} exact={figures.exact} by={by("free")} />
        <Stat name={t.budget.kept} value={figures.kept} exact by={by("kept")} />
        <Stat
          name={t.budget.leftOut}
          value={figures.leftOut}
          exact={figures.exact}
          by={by("leftOut")}
          isWarn
        />
      </div>
    </header>
  );
};

type StatProps = { name: string; value: number; exact: boolean; by: React.ReactNode; isWarn?: boolean };

const Stat = ({ name, value, exact, by, isWarn = false }: StatProps) => (
  <div className={styles.stat}>
    <span>{name}</span>
    <span className={isWarn && value > 0 ? classes(ui.num, ui.warn) : ui.num}>
      {formatTokens(Math.max(0, value), exact)}
      {by}
    </span>
  </div>
);
