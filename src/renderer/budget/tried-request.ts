import type { Overrides } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import type { BudgetState, Drag } from "./budget-state.ts";
import { type Change, limitChange, mergeOverrides, type Target, triedAs } from "./changes.ts";
import { withTag } from "./edit-front-matter.ts";
import { type Effect, effectOf } from "./next/effect.ts";
import { type PreviewRequest, previewPrompt, requestOf } from "./preview-prompt.ts";

/** The agent the prompt is for and the profile that shapes it, tried or saved. */
export const targetOf = (
  state: Pick<BudgetState, "saved" | "tried" | "agents" | "profiles">,
): Target | null => {
  const manifest = state.tried ?? state.saved;
  const agent = state.agents.find(({ id }) => id === manifest?.agent);
  const profile = state.profiles.find(({ id }) => id === manifest?.profile);
  return agent && profile ? { agent, profile } : null;
};

export const triedRequest = (
  state: Omit<BudgetState, "drag"> & { readonly drag?: Drag | null },
): PreviewRequest => {
  const { whatIf, drag, question } = state;
  const request = requestOf(question);
  const target = targetOf(state);
  const change = drag && target && limitChange(drag.divider, drag.value, target);
  const tried: Overrides = whatIf.window === null ? {} : { window: whatIf.window };
  return {
    ...request,
    ...(whatIf.model === null ? {} : { model: whatIf.model }),
    ...(whatIf.profile === null ? {} : { profile: whatIf.profile }),
    overrides: mergeOverrides(mergeOverrides(request.overrides, tried), change ? triedAs(change) : {}),
  };
};

/** What a change would do, by asking the assembler; null when it would refuse. */
export const effectIn = async (
  client: Client,
  state: BudgetState,
  change: Change,
): Promise<Effect | null> => {
  const before = state.tried ?? state.saved;
  const tagged = change.kind === "tag" ? await taggedText(client, change) : undefined;
  const request = triedRequest(state);
  const overrides = mergeOverrides(request.overrides, triedAs(change, tagged));
  const { manifest } = await previewPrompt(client, { ...request, overrides }, state.saved);
  return before && manifest ? effectOf(before, manifest) : null;
};

const taggedText = async (client: Client, { path, tag }: { path: string; tag: string }): Promise<string> => {
  const { text } = await client.call("workspace.read", { path, root: "project" });
  return withTag(text, tag);
};
