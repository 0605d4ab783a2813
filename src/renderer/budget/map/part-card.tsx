import { shareText } from "#shared/model/number-text.ts";
import { Button } from "../../ui/button.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import type { Target } from "../tried-request.ts";
import { FixRow } from "./fix-row.tsx";
import { type AskOffers, useOffers } from "./use-offers.ts";
import type { Part } from "./parts.ts";
import { teamLines } from "./team-lines.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { Chip } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import sectionStyles from "../section.module.css";
import ui from "../../ui/basics.module.css";
import styles from "./part-card.module.css";

type Props = {
  part: Part;
  /** A sentence that says why the part is sent or not. */
  why: string;
  /** Sentences of the last answer that quote it. */
  quotedIn: number;
  target: Target | null;
  /** Changes with the prompt, so that offers are requested again. */
  revision: string;
  onAsk: AskOffers;
  onApply: (edit: PromptEdit) => void;
  onOpen: (path: string) => void;
  onTryWithout: (path: string) => void;
};

/** How one part is sent, why, and the possible changes, each with what it would push out. */
export const PartCard = (props: Props) => {
  const { part, why, quotedIn, target, revision, onAsk, onApply, onOpen, onTryWithout } = props;
  const offers = useOffers(onAsk, part, revision);
  const { path } = part;
  return (
    <section className={sectionStyles.sec} aria-label={part.title}>
      <div className={classes(ui.row, styles.cardHead)}>
        <Swatch of={layerColour(part.layer)} />
        <h2 className={classes(styles.cardTitle, ui.ellipsis)}>{part.title}</h2>
        <span className={ui.grow} />
        <FateChip part={part} />
      </div>
      {part.raw > 0 && (
        <p className={classes(ui.num, ui.small, ui.strong)}>
          {t.budget.map.sentOf(formatTokens(part.sent, part.exact), formatTokens(part.raw, part.exact))}
        </p>
      )}
      <p className={classes(ui.muted, styles.cardWhy)}>
        {why}
        {part.framing > 0 &&
          ` ${t.budget.sentences.framing(formatTokens(part.framing, part.exact), part.fate === "cut")}`}
      </p>
      {teamLines(part).map((line) => (
        <p key={line} className={classes(ui.small, ui.num, styles.cardNote)}>
          {line}
        </p>
      ))}
      {quotedIn > 0 && (
        <p className={classes(ui.small, ui.num, styles.cardNote)}>{t.influence.lastQuotes(quotedIn)}</p>
      )}
      {target && offers?.some(({ place }) => place === "copy") && (
        <p className={classes(ui.quiet, ui.small, styles.cardNote)}>
          {t.budget.copyNote(target.profile.title, target.agent.displayName)}
        </p>
      )}
      <ul aria-label={t.budget.fix.title} data-tour="fixes">
        {offers === null && <li className={ui.quiet}>{t.budget.fix.trying}</li>}
        {offers?.map((offer, index) => (
          <FixRow
            key={`${part.id}/${offer.id}`}
            offer={offer}
            isFirst={index === 0 && part.fate !== "in"}
            isBack={part.fate !== "in"}
            part={part}
            onApply={onApply}
          />
        ))}
      </ul>
      {path !== null && (
        <Button kind="quiet" size="small" className={styles.cardOpen} onClick={() => onOpen(path)}>
          {t.budget.openFile} {part.title}
        </Button>
      )}
      {path !== null && part.sent > 0 && (
        <Button kind="quiet" size="small" className={styles.cardOpen} onClick={() => onTryWithout(path)}>
          {t.trials.tryWithout}
        </Button>
      )}
    </section>
  );
};

export const FateChip = ({ part }: { part: Part }) => {
  if (part.fate === "in") return <Chip>{t.budget.chips.in}</Chip>;
  return (
    <Chip kind="warn">
      {part.fate === "cut" ? t.budget.chips.cut(shareText(part.removed)) : t.budget.chips.out}
    </Chip>
  );
};
