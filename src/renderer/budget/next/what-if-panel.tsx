import type { ModelInfo } from "#shared/contract/providers.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import { Button } from "../../ui/button.tsx";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import type { WhatIf } from "../budget-state.ts";
import { Choice } from "../choice.tsx";
import type { Effect } from "./effect.ts";
import { leftOutTokens, type Part } from "../map/parts.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { classes } from "../../ui/classes.ts";
import sectionStyles from "../section.module.css";
import ui from "../../ui/basics.module.css";
import choiceStyles from "../choice.module.css";
import styles from "./what-if-panel.module.css";

type Props = {
  saved: Manifest;
  parts: readonly Part[];
  /** The agent's name, and the comparison of what is tried with what is saved. */
  agent: string;
  effect: Effect | null;
  whatIf: WhatIf;
  /** Files of the window have text that is not saved; prompts are tried with it. */
  hasTexts: boolean;
  models: readonly ModelInfo[];
  profiles: readonly Profile[];
  onTry: (whatIf: Partial<WhatIf>) => void;
  onKeep: () => void;
  /** Leads to a trial of what is tried against what is saved. */
  onTrial: () => void;
  onCompare: () => void;
};

/** Tries a different model, window or profile: the real prompt is assembled for it, and nothing is written. */
export const WhatIfPanel = (props: Props) => {
  const {
    saved,
    parts,
    agent,
    effect,
    whatIf,
    hasTexts,
    models,
    profiles,
    onTry,
    onKeep,
    onTrial,
    onCompare,
  } = props;
  const words = t.budget.whatIf;
  const isTrying = whatIf.model !== null || whatIf.window !== null || whatIf.profile !== null;
  return (
    <section className={sectionStyles.sec} aria-label={words.title}>
      <div className={classes(ui.row, sectionStyles.secHead)}>
        <h2>{words.title}</h2>
        <span className={ui.grow} />
        <LinkButton className={ui.small} onClick={onCompare}>
          {words.compare}
        </LinkButton>
      </div>
      <Choice
        label={words.model}
        value={whatIf.model ?? ""}
        options={modelOptions(saved.model, models)}
        onChange={(model) => onTry(tryModel(model, models))}
      />
      <div className={choiceStyles.choice}>
        <span className={classes(ui.muted, ui.small)}>{words.window}</span>
        <Segmented
          label={words.window}
          value={String(whatIf.window ?? saved.window.max)}
          options={windows}
          onChange={(value) =>
            onTry({
              window: [whatIf.window, saved.window.max].includes(Number(value)) ? null : Number(value),
            })
          }
        />
      </div>
      <Choice
        label={words.profile}
        value={whatIf.profile ?? saved.profile}
        options={profiles.map(({ id, title, from }) => ({
          value: id,
          label: from ? `${title}, ${words.from(from)}` : title,
        }))}
        onChange={(profile) => onTry({ profile: profile === saved.profile ? null : profile })}
      />
      {(isTrying || hasTexts) && (
        <div>
          <div className={ui.small} role="status">
            {hasTexts && <p>{words.unsaved}</p>}
            {isTrying && told(agent, effect).map((sentence) => <p key={sentence}>{sentence}</p>)}
            {isTrying && (
              <p className={ui.muted}>
                {words.missing(formatTokens(leftOutTokens(parts), parts[0]?.exact ?? true))}
              </p>
            )}
          </div>
          <div className={classes(ui.row, styles.actions)}>
            {isTrying && (
              <Button size="small" onClick={onKeep}>
                {words.use}
              </Button>
            )}
            <Button size="small" onClick={onTrial}>
              {words.trial}
            </Button>
            {isTrying && (
              <Button
                size="small"
                kind="quiet"
                onClick={() => onTry({ model: null, window: null, profile: null })}
              >
                {words.reset}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  );
};

const told = (agent: string, effect: Effect | null): readonly string[] => {
  const words = t.budget.whatIf;
  if (!effect) return [];
  const { pushedOut, shortened, comesIn } = effect;
  return [
    ...(pushedOut.length > 0 ? [words.lost(agent, pushedOut)] : []),
    ...(shortened.length > 0 ? [words.shorter(agent, shortened)] : []),
    ...(comesIn.length > 0 ? [words.gained(agent, comesIn)] : []),
    ...(pushedOut.length + shortened.length + comesIn.length === 0 ? [words.nothingLost(agent)] : []),
  ];
};

export const windows = (
  [
    [4096, "4K"],
    [8192, "8K"],
    [16_384, "16K"],
    [32_768, "32K"],
    [40_960, "40K"],
    [131_072, "128K"],
  ] as const
).map(([tokens, label]) => ({ value: String(tokens), label }));

export const modelOptions = (current: string | null, models: readonly ModelInfo[]) => [
  { value: "", label: current ?? t.budget.whatIf.noModel },
  ...models.filter(({ id }) => id !== current).map(({ id, name }) => ({ value: id, label: name || id })),
];

/** A different model is tried with the window it is known to have. */
const tryModel = (model: string, models: readonly ModelInfo[]): Partial<WhatIf> => {
  if (model === "") return { model: null, window: null };
  return { model, window: models.find(({ id }) => id === model)?.window ?? null };
};
