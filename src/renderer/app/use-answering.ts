import { useStore } from "zustand";
import { type AnswerChoice, joinedChoice } from "#shared/model/answer-choice.ts";
import type { ChoiceReach } from "../chat/answer-tuning.tsx";
import type { ModelChoice } from "../ui/model-menu.tsx";
import { told } from "../ui/told.ts";
import { useAgent } from "./use-agent.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** What answers next: the agent's settings, what was chosen for the conversation, and for the next message. */
export const useAnswering = () => {
  const { chat, providers } = useWorkbench();
  const current = useStore(chat, (state) => state.sessions.find(({ id }) => id === state.current) ?? null);
  const draft = useStore(chat, (state) => state.here);
  const next = useStore(chat, (state) => state.next);
  const choices = useStore(providers, (state) => state.choices);
  const known = useStore(providers, (state) => state.providers);
  const first = useApp((state) => state.project?.agents[0]?.id ?? "");
  const agent = useAgent();
  const here = current?.choice ?? draft;
  const chosen = joinedChoice(here, next).model;
  const model: ModelChoice = chosen === undefined ? ((agent && choices[agent.id]) ?? null) : chosen;
  return {
    agent,
    ownAgent: current?.agent ?? first,
    here,
    next,
    model,
    provider: known.find(({ id }) => id === (model?.provider ?? "builtin")) ?? null,
    choose: (reach: ChoiceReach, choice: AnswerChoice) => {
      if (reach === "message") chat.getState().chooseNext(choice);
      else told(chat.getState().chooseHere(choice));
    },
  };
};
