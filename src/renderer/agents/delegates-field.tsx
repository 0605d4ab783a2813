import { useEffect, useId, useState } from "react";
import type { DelegateOffer } from "#shared/contract/agents.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Switch } from "../ui/switch.tsx";
import ui from "../ui/basics.module.css";
import styles from "./tools-field.module.css";

/** What the prompt of an agent takes before anything is asked. */
export type PromptSize = { readonly tokens: number; readonly exact: boolean };

export type DelegateChoices = {
  readonly offers: readonly DelegateOffer[];
  readonly promptOf: (offer: DelegateOffer) => Promise<PromptSize>;
};

type Props = {
  id: string;
  /** Ids with commas between them. */
  text: string;
  /** Null until they are known. */
  choices: DelegateChoices | null;
  disabled: boolean | undefined;
  labelledBy: string;
  onChange: (text: string) => void;
};

/** Everyone the agent could hand work to: agents and subagents as one list, with where each comes from. */
export const DelegatesField = ({ id, text, choices, disabled, labelledBy, onChange }: Props) => {
  const chosen = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const offers = choices?.offers ?? [];
  if (choices !== null && offers.length === 0)
    return (
      <p id={id} className={classes(styles.tools, ui.quiet, ui.small)}>
        {t.agents.delegates.none}
      </p>
    );
  return (
    <div id={id} role="group" aria-labelledby={labelledBy} className={styles.tools}>
      <ul>
        {offers.map((offer) => (
          <Offer
            key={`${offer.from} ${offer.id}`}
            offer={offer}
            isOn={chosen.includes(offer.id) && (offer.problem === null || offer.allowed)}
            disabled={disabled}
            promptOf={choices?.promptOf ?? null}
            onChoose={(isOn) =>
              onChange((isOn ? [...chosen, offer.id] : chosen.filter((each) => each !== offer.id)).join(", "))
            }
          />
        ))}
      </ul>
    </div>
  );
};

type OfferProps = {
  offer: DelegateOffer;
  isOn: boolean;
  disabled: boolean | undefined;
  promptOf: DelegateChoices["promptOf"] | null;
  onChoose: (isOn: boolean) => void;
};

const Offer = ({ offer, isOn, disabled, promptOf, onChoose }: OfferProps) => {
  const { id, from, description, problem } = offer;
  const textId = useId();
  const size = usePromptSize(problem === null ? offer : null, promptOf);
  const words = t.agents.delegates;
  return (
    <li className={styles.tool} data-on={isOn || undefined}>
      <Switch
        aria-label={id}
        aria-describedby={textId}
        // What cannot be used can be taken out, and not added.
        disabled={disabled || (problem !== null && !isOn)}
        checked={isOn}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span id={textId} className={styles.toolText}>
        <code>{id}</code>
        <Chip>{from === "" ? words.nowhere : from}</Chip>
        <span className={problem === null ? undefined : ui.wrong}>{problem ?? description}</span>
      </span>
      <span className={classes(ui.num, ui.quiet)} title={words.prompt}>
        {size === null ? "" : formatTokens(size.tokens, size.exact)}
      </span>
    </li>
  );
};

const usePromptSize = (
  offer: DelegateOffer | null,
  promptOf: DelegateChoices["promptOf"] | null,
): PromptSize | null => {
  const [size, setSize] = useState<PromptSize | null>(null);
  useEffect(() => {
    if (offer === null || promptOf === null) return;
    let isShown = true;
    promptOf(offer).then(
      (found) => isShown && setSize(found),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [offer, promptOf]);
  return size;
};
