import { SlidersHorizontal } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { type AnswerChoice, isNone, joinedChoice } from "#shared/model/answer-choice.ts";
import type { SamplingField } from "#shared/model/sampling.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line, SamplingLines } from "./sampling-lines.tsx";
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
  /** What the provider takes for the model of how words are chosen. */
  takes: readonly SamplingField[];
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

const Fields = (props: Props) => {
  const { here, next, own, agents, profiles, takes, maxTemperature, provider, onChoose } = props;
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
      <SamplingLines
        chosen={chosen}
        takes={takes}
        maxTemperature={maxTemperature}
        provider={provider}
        onChange={set}
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

const withoutUnset = (choice: AnswerChoice): AnswerChoice =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
