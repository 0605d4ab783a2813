import { SlidersHorizontal } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import { type AnswerChoice, isNone, joinedChoice } from "#shared/model/answer-choice.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import ui from "../ui/basics.module.css";
import styles from "./answer-tuning.module.css";

/** How far a choice reaches. */
export type ChoiceReach = "conversation" | "message";

type Named = { readonly id: string; readonly name: string };

type Props = {
  /** What was chosen for the conversation, and for the next message on top. */
  here: AnswerChoice;
  next: AnswerChoice;
  /** The conversation's own agent and profile. */
  own: { readonly agent: string; readonly profile: string };
  agents: readonly Named[];
  profiles: readonly Named[];
  /** Null: the provider takes no temperature. */
  maxTemperature: number | null;
  provider: string;
  onOpen: () => void;
  onChoose: (reach: ChoiceReach, choice: AnswerChoice) => void;
};

/** Agent, profile and temperature of the next answers. The model has a menu of its own. */
export const AnswerTuning = (props: Props) => {
  const { here, next, onOpen } = props;
  const words = t.chat.tuning;
  return (
    <Popover.Root onOpenChange={(open) => open && onOpen()}>
      <Tooltip label={words.open} side="top">
        <Popover.Trigger
          className={classes(ui.iconButton, styles.trigger)}
          aria-label={words.open}
          data-on={!isNone(joinedChoice(here, next)) || undefined}
        >
          <Icon of={SlidersHorizontal} size={15} />
        </Popover.Trigger>
      </Tooltip>
      <Popover.Portal>
        <Popover.Content
          className={classes(ui.pop, styles.tuning)}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={words.open}
        >
          <Fields {...props} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

const Fields = ({ here, next, own, agents, profiles, maxTemperature, provider, onChoose }: Props) => {
  const [reach, setReach] = useState<ChoiceReach>(isNone(next) ? "conversation" : "message");
  const words = t.chat.tuning;
  const chosen = reach === "message" ? next : here;
  const set = (change: AnswerChoice) => onChoose(reach, withoutUnset({ ...chosen, ...change }));
  const nameOf = (list: readonly Named[], id: string) => list.find((each) => each.id === id)?.name ?? id;
  const asBefore = reach === "message" ? words.asConversation : words.asSet;
  return (
    <>
      <Segmented
        label={words.reach}
        value={reach}
        options={[
          { value: "conversation", label: words.conversation },
          { value: "message", label: words.message },
        ]}
        onChange={setReach}
      />
      <Line label={words.agent}>
        {(id) => (
          <Select
            id={id}
            value={chosen.agent ?? ""}
            onChange={(event) => {
              // A different agent brings its own model.
              set({ agent: event.currentTarget.value || undefined, model: undefined });
            }}
          >
            <option value="">{asBefore(nameOf(agents, own.agent))}</option>
            {agents
              .filter((agent) => agent.id !== own.agent || chosen.agent === agent.id)
              .map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agent.name}
                </option>
              ))}
          </Select>
        )}
      </Line>
      <Line label={words.profile}>
        {(id) => (
          <Select
            id={id}
            value={chosen.profile ?? ""}
            onChange={(event) => set({ profile: event.currentTarget.value || undefined })}
          >
            <option value="">{asBefore(nameOf(profiles, own.profile))}</option>
            {profiles.map((profile) => (
              <option key={profile.id} value={profile.id}>
                {profile.name}
              </option>
            ))}
          </Select>
        )}
      </Line>
      <Temperature
        value={chosen.temperature}
        max={maxTemperature}
        provider={provider}
        onChange={(temperature) => set({ temperature })}
      />
      <div className={classes(ui.row, styles.foot)}>
        <span className={classes(ui.grow, ui.quiet, ui.small)}>{words.unchanged}</span>
        <Button size="small" disabled={isNone(chosen)} onClick={() => onChoose(reach, {})}>
          {words.reset}
        </Button>
      </div>
    </>
  );
};

type LineProps = { label: string; children: (id: string) => ReactNode };

const Line = ({ label, children }: LineProps) => {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

type TemperatureProps = {
  value: number | undefined;
  max: number | null;
  provider: string;
  onChange: (value: number | undefined) => void;
};

const Temperature = ({ value, max, provider, onChange }: TemperatureProps) => {
  const words = t.chat.tuning;
  if (max === null) return <p className={classes(ui.quiet, ui.small)}>{words.noTemperature(provider)}</p>;
  return (
    <Line label={words.temperature}>
      {(id) => (
        <div className={styles.temperature}>
          <input
            id={id}
            type="range"
            min={0}
            max={max}
            step={0.1}
            value={value ?? Math.min(1, max)}
            data-unset={value === undefined || undefined}
            aria-valuetext={value === undefined ? words.servers : String(value)}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          />
          <output htmlFor={id} className={ui.num}>
            {value === undefined ? words.servers : value.toFixed(1)}
          </output>
        </div>
      )}
    </Line>
  );
};

const withoutUnset = (choice: AnswerChoice): AnswerChoice =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
