import { Button } from "../../ui/button.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Change, Target } from "../changes.ts";
import type { Effect } from "../next/effect.ts";
import { FixRow } from "./fix-row.tsx";
import { offersFor } from "./fixes.ts";
import type { Part } from "./parts.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { Chip } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import sectionStyles from "../section.module.css";
import ui from "../../ui/basics.module.css";
import styles from "./part-card.module.css";

type Props = {
  part: Part;
  parts: readonly Part[];
  /** Why it is in or not, as a sentence. */
  why: string;
  target: Target | null;
  /** Changes whenever the prompt does, so that effects are found out again. */
  revision: string;
  onEffect: (change: Change) => Promise<Effect | null>;
  onApply: (change: Change) => void;
  onOpen: (path: string) => void;
};

/** What became of one part, why, and what can be done about it: each way with what it would push out. */
export const PartCard = ({ part, parts, why, target, revision, onEffect, onApply, onOpen }: Props) => {
  const offers = target ? offersFor(part, target, parts) : [];
  const { path } = part;
  return (
    <section className={sectionStyles.sec} aria-label={part.title}>
      <div className={classes(ui.row, styles.cardHead)}>
        <Swatch of={layerColour(part.layer)} />
        <h2 className={classes(styles.cardTitle, ui.ellipsis)}>{part.title}</h2>
        <span className={ui.grow} />
        <FateChip part={part} />
      </div>
      <p className={classes(ui.muted, styles.cardWhy)}>
        {why}
        {part.framing > 0 &&
          ` ${t.budget.sentences.framing(formatTokens(part.framing, part.exact), part.fate === "cut")}`}
      </p>
      {target?.profile.builtIn &&
        offers.some(({ change }) => change.kind === "profile" || change.kind === "all") && (
          <p className={classes(ui.quiet, ui.small, styles.cardNote)}>
            {t.budget.copyNote(target.profile.title, target.agent.displayName)}
          </p>
        )}
      <ul aria-label={t.budget.fix.title} data-tour="fixes">
        {offers.map((offer, index) => (
          <FixRow
            key={`${part.id}/${offer.id}`}
            offer={offer}
            isFirst={index === 0 && part.fate !== "in"}
            isBack={part.fate !== "in"}
            part={part}
            revision={revision}
            onEffect={onEffect}
            onApply={onApply}
          />
        ))}
      </ul>
      {path !== null && (
        <Button kind="quiet" size="small" className={styles.cardOpen} onClick={() => onOpen(path)}>
          {t.budget.openFile} {part.title}
        </Button>
      )}
    </section>
  );
};

export const FateChip = ({ part }: { part: Part }) => {
  if (part.fate === "in") return <Chip>{t.budget.chips.in}</Chip>;
  return (
    <Chip kind="warn">{part.fate === "cut" ? t.budget.chips.cut(part.removed) : t.budget.chips.out}</Chip>
  );
};
