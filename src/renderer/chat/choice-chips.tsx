import { X } from "lucide-react";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import { type Sampling, type SamplingField, samplingFields, samplingOf } from "#shared/model/sampling.ts";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import type { ChoiceReach } from "./answer-tuning.tsx";
import chipsStyles from "./chips.module.css";

type Props = {
  here: AnswerChoice;
  next: AnswerChoice;
  agentName: (id: string) => string;
  profileName: (id: string) => string;
  onChoose: (reach: ChoiceReach, choice: AnswerChoice) => void;
};

/** Says what differs from the agent's settings, each with a way back. */
export const ChoiceChips = ({ here, next, agentName, profileName, onChoose }: Props) => {
  const words = t.chat.tuning;
  const chips = [
    ...chipsOf(here, "conversation", { agentName, profileName }),
    ...chipsOf(next, "message", { agentName, profileName }),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={chipsStyles.chatChips} aria-label={words.changed}>
      {chips.map(({ reach, field, text }) => (
        <Chip as="li" key={`${reach} ${field}`}>
          {words.chip(text, words.reaches[reach])}
          <button
            type="button"
            aria-label={words.undo(text)}
            onClick={() => {
              const { [field]: _gone, ...others } = reach === "message" ? next : here;
              onChoose(reach, others);
            }}
          >
            <Icon of={X} size={11} />
          </button>
        </Chip>
      ))}
    </ul>
  );
};

type Names = Pick<Props, "agentName" | "profileName">;

const chipsOf = (choice: AnswerChoice, reach: ChoiceReach, { agentName, profileName }: Names) => {
  const words = t.chat.tuning;
  const { agent, model, profile } = choice;
  const sampled = samplingOf(choice);
  return [
    ...(agent === undefined ? [] : [{ field: "agent" as const, text: words.byAgent(agentName(agent)) }]),
    ...(model === undefined
      ? []
      : [{ field: "model" as const, text: words.byModel(model?.model ?? t.chat.model.builtin) }]),
    ...(profile === undefined
      ? []
      : [{ field: "profile" as const, text: words.byProfile(profileName(profile)) }]),
    ...samplingFields
      .filter((field) => sampled[field] !== undefined)
      .map((field) => ({ field, text: words.sampled[field](sampledText(sampled, field)) })),
  ].map((chip) => ({ ...chip, reach }));
};

const sampledText = (sampled: Sampling, field: SamplingField): string => {
  if (field === "temperature") return sampled.temperature?.toFixed(1) ?? "";
  const value = sampled[field];
  return Array.isArray(value) ? value.map((text) => JSON.stringify(text)).join(", ") : String(value);
};
