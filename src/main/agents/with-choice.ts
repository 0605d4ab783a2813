import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import { samplingOf } from "#shared/model/sampling.ts";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";

/** The agent that answers, with what was chosen. Fails with `agent-not-found` when the chosen one is gone. */
export const withChoice = (own: Agent, choice: AnswerChoice, agents: readonly Agent[]): Agent => {
  const agent = choice.agent === undefined ? own : agents.find(({ id }) => id === choice.agent);
  if (!agent) {
    throw new Failure(
      "agent-not-found",
      `The agent "${choice.agent}" that was chosen here is not in this project any more. Choose a different one.`,
      { id: choice.agent },
    );
  }
  return {
    ...agent,
    ...(choice.model === null && { provider: null, model: null }),
    ...(choice.model && { provider: choice.model.provider, model: choice.model.model }),
    ...(choice.profile !== undefined && { profile: choice.profile }),
    sampling: { ...agent.sampling, ...samplingOf(choice) },
  };
};
