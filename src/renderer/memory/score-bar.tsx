import { t } from "../ui/messages/index.ts";
import styles from "./score-bar.module.css";

export type BarPart = { readonly key: string; readonly value: number; readonly shade: number };

type Props = {
  parts: readonly BarPart[];
  /** The value of a full bar. */
  max: number;
  /** Drawn as a mark across the bar. */
  needs?: number;
  muted?: boolean;
  label: string;
  /** Read aloud instead of the bare number. */
  text: string;
};

/** Shares of a score side by side, to scale. */
export const ScoreBar = ({ parts, max, needs, muted = false, label, text }: Props) => {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div
      className={styles.scoreBar}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={round(Math.max(max, total))}
      aria-valuenow={round(total)}
      aria-valuetext={text}
      data-muted={muted || undefined}
    >
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, value, shade }) => (
          <i
            key={key}
            style={{ width: `${(100 * value) / max}%`, background: muted ? undefined : ink(shade) }}
          />
        ))}
      {needs !== undefined && <b style={{ left: `${(100 * needs) / max}%` }} />}
    </div>
  );
};

type LegendProps = { items: readonly { readonly label: string; readonly shade: number }[] };

export const ScoreLegend = ({ items }: LegendProps) => (
  <span className={styles.scoreLegend}>
    {items.map(({ label, shade }) => (
      <span key={label}>
        <i style={{ background: ink(shade) }} />
        {label}
      </span>
    ))}
  </span>
);

/** Scores are drawn in shades of the text colour: colours are for layers. */
export const ink = (percent: number): string => `color-mix(in srgb, var(--fg) ${percent}%, var(--surface))`;

export const listShades = { keyword: 92, vector: 66, graph: 49 } as const;
export const listLegend = () =>
  (["keyword", "vector", "graph"] as const).map((list) => ({
    label: t.memory.lists[list],
    shade: listShades[list],
  }));

const round = (value: number) => Math.round(value * 10_000) / 10_000;
