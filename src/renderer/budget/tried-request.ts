import type { Agent } from "#shared/contract/agents.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { BudgetState, Drag } from "./budget-state.ts";
import { type PreviewRequest, requestOf } from "./preview-prompt.ts";

/** The agent that the prompt is for and the profile that shapes it, tried or saved. */
export type Target = { readonly agent: Agent; readonly profile: Profile };

export const targetOf = (
  state: Pick<BudgetState, "saved" | "tried" | "agents" | "profiles">,
): Target | null => {
  const manifest = state.tried ?? state.saved;
  const agent = state.agents.find(({ id }) => id === manifest?.agent);
  const profile = state.profiles.find(({ id }) => id === manifest?.profile);
  return agent && profile ? { agent, profile } : null;
};

export const triedRequest = (
  state: Pick<BudgetState, "whatIf" | "question"> & { readonly drag?: Drag | null },
): PreviewRequest => {
  const { whatIf, drag, question } = state;
  const request = requestOf(question);
  return {
    ...request,
    ...(whatIf.model === null ? {} : { model: whatIf.model }),
    ...(whatIf.profile === null ? {} : { profile: whatIf.profile }),
    overrides: {
      ...request.overrides,
      ...(whatIf.window === null ? {} : { window: whatIf.window }),
      ...(drag ? { edits: [limitEdit(drag)] } : {}),
    },
  };
};

/** The edit for the position of a divider. */
export const limitEdit = ({ divider, value }: Drag) =>
  ({ kind: "limit", limit: divider, tokens: value }) as const;
