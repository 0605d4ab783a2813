import { ArrowUpToLine, EyeOff, ListStart, type LucideIcon, Maximize2, Pin, Tag, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Offer } from "#shared/contract/budget.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import { growthKey } from "#shared/model/prompt-effect.ts";
import { type Effect, namedEffect } from "../next/effect.ts";
import type { Part } from "./parts.ts";
import ui from "../../ui/basics.module.css";
import styles from "./fix-row.module.css";

type Props = {
  offer: Offer;
  isFirst: boolean;
  /** Whether the change is meant to bring something back. */
  isBack: boolean;
  part: Part;
  onApply: (edit: PromptEdit) => void;
};

const icons: Readonly<Record<Offer["id"], LucideIcon>> = {
  raise: ArrowUpToLine,
  window: Maximize2,
  unexclude: Undo2,
  tag: Tag,
  priority: ListStart,
  pin: Pin,
  exclude: EyeOff,
};

/** One possible change to a part. What it would push out is shown before it is made. */
export const FixRow = ({ offer, isFirst, isBack, part, onApply }: Props) => {
  const effect = useMemo(() => offer.effect && namedEffect(offer.effect), [offer]);
  return (
    <li className={styles.fix} data-first={isFirst ? "" : undefined}>
      <Icon of={icons[offer.id]} size={15} />
      <div className={ui.num}>
        <div className={ui.strong}>{titleOf(offer)}</div>
        <EffectText effect={effect} isBack={isBack} part={part} />
      </div>
      <Button
        size="small"
        kind={isFirst ? "primary" : "plain"}
        aria-label={`${t.budget.fix.button[offer.id]}: ${titleOf(offer)}`}
        onClick={() => onApply(offer.edit)}
      >
        {t.budget.fix.button[offer.id]}
      </Button>
    </li>
  );
};

const EffectText = ({ effect, isBack, part }: { effect: Effect | null; isBack: boolean; part: Part }) => {
  const words = t.budget.fix;
  if (effect === null) return <span className={ui.bad}>{words.refused}</span>;
  const { title } = part;
  const { tokens, pushedOut, shortened, summarises, comesIn } = effect;
  const others = comesIn.filter((name) => name !== title);
  const pushed = isBack ? pushedOut : pushedOut.filter((name) => name !== title);
  const back = effect.grown.find(({ key }) => key === growthKey(part));
  if (isBack && !back) return <span className={ui.muted}>{words.notEnough}</span>;
  if (tokens === 0 && comesIn.length === 0 && pushed.length === 0)
    return <span className={ui.muted}>{words.nothing}</span>;
  return (
    <>
      <div className={ui.muted}>{netText(effect, part, isBack, others)}</div>
      {isBack && back && back.kept < back.raw && (
        <div className={ui.warn}>
          {words.onlyPart(formatTokens(back.kept, part.exact), formatTokens(back.raw, part.exact))}
        </div>
      )}
      {others.length > 0 && (isBack || tokens > 0) && <div className={ui.muted}>{words.brings(others)}</div>}
      {pushed.length > 0 ? (
        <div className={ui.small}>
          <span className={ui.muted}>{words.pushes(pushed)}: </span>
          {pushed.slice(0, 4).map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <s className={styles.struck}>{name}</s>
            </span>
          ))}
          {pushed.length > 4 && " …"}
        </div>
      ) : shortened.length === 0 ? (
        <div className={ui.ok}>{words.pushesNothing}</div>
      ) : null}
      {shortened.length > 0 && <div className={ui.warn}>{words.shortens(shortened)}</div>}
      {summarises && <div className={ui.warn}>{words.summarises}</div>}
    </>
  );
};

/** What a change adds or frees in all: what is left out makes room that others may take. */
const netText = ({ tokens }: Effect, part: Part, isBack: boolean, others: readonly string[]): string => {
  const words = t.budget.fix;
  const takes = !isBack && others.length > 0;
  if (tokens > 0) return words.uses(formatTokens(tokens, part.exact));
  if (tokens === 0) return takes ? words.freesNothing(others) : words.same;
  const freed = formatTokens(-tokens, part.exact);
  return takes ? words.reallyFrees(freed, others) : words.frees(freed);
};

const titleOf = ({ id, value, field }: Offer): string => {
  const words = t.budget.fix;
  switch (id) {
    case "raise":
      if (field === "perFile") return words.raise.perFile(Number(value));
      if (field === "total") return words.raise.total(Number(value));
      return words.raise.other(field ?? "", Number(value));
    case "window":
      return words.window(Number(value));
    case "tag":
      return words.tag(String(value));
    case "priority":
      return words.priority(Number(value));
    case "unexclude":
      return words.unexclude;
    case "pin":
      return words.pin;
    case "exclude":
      return words.exclude;
  }
};
