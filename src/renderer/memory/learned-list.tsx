import { GraduationCap } from "lucide-react";
import type { Learned } from "#shared/contract/memory-life.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import { howOf, whatOf } from "./learned-card.tsx";
import { shelfIcons } from "./shelf.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./learned-list.module.css";

type Props = {
  learned: readonly Learned[];
  titleOf: (session: string) => string | undefined;
  onUndo: (learned: Learned) => void;
};

const words = t.memory.learned;

/** Everything that readings wrote, newest first; each can be undone. */
export const LearnedList = ({ learned, titleOf, onUndo }: Props) => {
  if (learned.length === 0) {
    return (
      <EmptyState topic="learning" icon={GraduationCap} title={t.memory.empty.learned.title}>
        {t.memory.empty.learned.text}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.learnedList} aria-label={words.list}>
      {learned.map((reading) => (
        <li key={reading.id} data-undone={reading.undone || undefined}>
          <div className={ui.row}>
            <div className={ui.grow}>
              <span className={classes(ui.strong, ui.num)}>{formatWhen(reading.at)}</span>{" "}
              <span className={ui.muted}>
                {reading.session === "" ? words.outside : titleOf(reading.session) || t.memory.untitled}
              </span>
            </div>
            {reading.undone ? (
              <Chip>{words.undone}</Chip>
            ) : (
              <Button
                size="small"
                aria-label={words.undoLabel(whatOf(reading))}
                onClick={() => onUndo(reading)}
              >
                {words.undo}
              </Button>
            )}
          </div>
          <ul>
            {reading.items.map(({ tier, text, path }) => (
              <li key={tier + text} className={styles.learnedItem}>
                <Icon of={shelfIcons[tier]} size={13} />
                <span className={ui.grow}>{text}</span>
                <span className={classes(ui.quiet, ui.small)}>{path ?? t.memory.shelves[tier]}</span>
              </li>
            ))}
          </ul>
          <div className={classes(ui.quiet, ui.small)}>{howOf(reading)}</div>
        </li>
      ))}
    </ul>
  );
};
