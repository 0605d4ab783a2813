import type { Learned } from "#shared/contract/memory-life.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { Card } from "../ui/card.tsx";
import styles from "./learned-card.module.css";

type Props = { learned: Learned; last: boolean; onUndo: () => void };

const MAX_ITEMS = 3;
const words = t.memory.learned;

/** The newest reading, small: what it wrote, how, and a button that undoes it. */
export const LearnedCard = ({ learned, last, onUndo }: Props) => {
  const { items, at } = learned;
  return (
    <Card className={styles.memoryCard} aria-label={words.last}>
      <div className={ui.row}>
        <h2 className={classes(ui.grow, ui.ellipsis)}>
          {last ? words.lastShort : words.lastBefore(formatWhen(at))}
        </h2>
        <LinkButton className={ui.strong} aria-label={words.undoLabel(whatOf(learned))} onClick={onUndo}>
          {words.undo}
        </LinkButton>
      </div>
      <ul>
        {items.slice(0, MAX_ITEMS).map(({ tier, text }) => (
          <li key={tier + text}>{text}</li>
        ))}
        {items.length > MAX_ITEMS && <li className={ui.quiet}>{words.more(items.length - MAX_ITEMS)}</li>}
      </ul>
      <div className={ui.quiet}>{howOf(learned)}</div>
    </Card>
  );
};

/** A few words that distinguish one reading from another. */
export const whatOf = ({ items }: Learned): string => items[0]?.text ?? words.line(0);

export const howOf = ({ by, usage, refused }: Learned): string =>
  [
    words.by[by],
    ...(usage ? [words.cost(formatCount((usage.input ?? 0) + (usage.output ?? 0)))] : []),
    ...(refused > 0 ? [words.refused(refused)] : []),
  ].join(", ");
