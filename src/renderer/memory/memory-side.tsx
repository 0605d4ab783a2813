import type { ReactNode } from "react";
import type { Agent } from "#shared/contract/agents.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import type { Stats } from "./memory-store.ts";
import { originColour } from "../ui/origin-colour.ts";
import { Swatch } from "../ui/swatch.tsx";
import {
  originOfShelf,
  originShelves,
  otherShelves,
  type Shelf,
  shelfIcons,
  tierOfShelf,
  tierShelves,
} from "./shelf.ts";
import { Select } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./memory-side.module.css";

type Props = {
  agents: readonly Agent[];
  agent: Agent | null;
  stats: Stats | null;
  shelf: Shelf;
  /** The number of readings and sweeps. */
  learned: number;
  dreams: number;
  onShelf: (shelf: Shelf) => void;
  onAgent: (id: string) => void;
  /** What was learned last, and the switches. */
  children: ReactNode;
};

export const MemorySide = (props: Props) => {
  const { agents, agent, shelf, onShelf, onAgent, children } = props;
  const words = t.memory;
  const row = (each: Shelf) => {
    const count = countOf(each, props);
    const origin = originOfShelf(each);
    return (
      <li key={each}>
        <button
          type="button"
          className={styles.memoryShelf}
          aria-current={each === shelf || undefined}
          onClick={() => onShelf(each)}
        >
          {origin === undefined ? (
            <Icon of={shelfIcons[each]} size={15} />
          ) : (
            <Swatch of={originColour(origin)} spaced />
          )}
          <span className={classes(ui.grow, ui.ellipsis)}>{words.shelves[each]}</span>
          <span className={classes(ui.num, ui.quiet, ui.small)}>
            {count === null ? "" : formatCount(count)}
          </span>
        </button>
      </li>
    );
  };
  return (
    <nav className={styles.memorySide} aria-label={words.side}>
      {agents.length > 1 && (
        <Select
          className={styles.memoryAgent}
          aria-label={words.agent}
          value={agent?.id ?? ""}
          onChange={(event) => onAgent(event.currentTarget.value)}
        >
          {agents.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </Select>
      )}
      <h2 className={styles.memoryCap}>{words.tiersTitle}</h2>
      <ul>{tierShelves.map(row)}</ul>
      <h2 className={styles.memoryCap}>{t.origins.title}</h2>
      <ul>{originShelves.map(row)}</ul>
      <h2 className={styles.memoryCap}>{words.shelvesTitle}</h2>
      <ul>{otherShelves.map(row)}</ul>
      <span className={ui.grow} />
      {children}
    </nav>
  );
};

const countOf = (shelf: Shelf, { stats, learned, dreams }: Props): number | null => {
  if (shelf === "learned") return learned;
  if (shelf === "diary") return dreams;
  if (!stats) return null;
  if (shelf === "all") return stats.total;
  if (shelf === "pinned" || shelf === "faded") return stats[shelf];
  const origin = originOfShelf(shelf);
  if (origin !== undefined) return stats.origins[origin] ?? 0;
  return stats.tiers[tierOfShelf(shelf) ?? "daily"] ?? 0;
};
