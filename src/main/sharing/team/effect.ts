import type { Agent } from "#shared/contract/agents.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { Manifest, Segment } from "#shared/model/manifest.ts";
import type { TeamEffect, TeamProposal } from "#shared/model/team.ts";
import type { Context } from "../../context/context.ts";
import { parseSkill } from "../../skills/parse-skill.ts";
import { teamMemory } from "../../team/recall/team-memory.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import { inProject } from "../../workspace/roots.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { pushedOut } from "../pushed-out.ts";

export type EffectPorts = {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly tokens: TokenCounter;
  readonly agents: () => readonly Agent[];
  readonly spaceName: string;
};

const MAX_AGENTS = 20;
/** As much of a memory as somebody would ask about it. */
const MAX_ASKED_CHARS = 300;

/** What accepting would do to the next prompt of each agent: the assembler's own answer, with it and without. */
export const effectsOf = async (
  proposal: TeamProposal,
  ports: EffectPorts,
  signal?: Signal,
): Promise<TeamEffect[]> => {
  const effects: TeamEffect[] = [];
  for (const agent of ports.agents().slice(0, MAX_AGENTS))
    effects.push(await effectOn(agent, proposal, ports, signal));
  return effects;
};

const effectOn = async (
  agent: Agent,
  proposal: TeamProposal,
  ports: EffectPorts,
  signal?: Signal,
): Promise<TeamEffect> => {
  if (proposal.kind === "skill") return skillEffect(agent, proposal, ports, signal);
  if (proposal.kind === "file" && proposal.path !== null)
    return fileEffect(agent, proposal, proposal.path, ports, signal);
  return memoryEffect(agent, proposal, ports, signal);
};

/** Asked about with its own text: that is where it would be recalled, if anywhere. */
const memoryEffect = async (
  agent: Agent,
  proposal: TeamProposal,
  { context, spaceName }: EffectPorts,
  signal?: Signal,
): Promise<TeamEffect> => {
  const hit = teamMemory(spaceName, {
    ...proposal,
    id: proposal.item ?? proposal.id,
    text: proposal.body,
    updatedAt: proposal.madeAt,
  });
  const asked = {
    agent: agent.id,
    message: proposal.body.slice(0, MAX_ASKED_CHARS),
    include: ["manifest" as const],
  };
  const without = [hit.id];
  const { manifest: now } = await context.preview(asked, signal, { hits: [], without });
  const { manifest: then } = await context.preview(asked, signal, { hits: [hit], without });
  const segment = then.segments.find(({ id }) => id === `memory:${hit.id}`);
  const note = agent.memory.enabled
    ? segment?.status === "included"
      ? "In prompts with a question about it."
      : (notSent(segment) ?? "This agent's profile recalls nothing.")
    : "This agent has no memory.";
  return compared(agent, now, then, segment, note);
};

const fileEffect = async (
  agent: Agent,
  proposal: TeamProposal,
  inner: string,
  { context, workspace }: EffectPorts,
  signal?: Signal,
): Promise<TeamEffect> => {
  const asked = { agent: agent.id, message: "", include: ["manifest" as const] };
  const { manifest: now } = await context.preview(asked, signal);
  const place = inProject(agent.workspace, inner);
  const own = workspace.files.get(place);
  if (own !== null && own.bytes > 0)
    return compared(agent, now, now, undefined, `${place} is used in its place.`);
  const shown = now.segments.find(({ source }) => source.startsWith("team:") && source.endsWith(`/${inner}`));
  const path = shown?.source ?? place;
  const overrides = { files: { [path]: { text: proposal.body } } };
  const { manifest: then } = await context.preview({ ...asked, overrides }, signal);
  const segment = then.segments.find(({ source }) => source === path);
  const isRead = inner.startsWith("knowledge/") && segment === undefined;
  const note = isRead ? "Not in every prompt: it is found by what is asked." : notSent(segment);
  return compared(agent, now, then, segment, note);
};

/** The prompt lists names and descriptions; the text is loaded on demand. */
const skillEffect = async (
  agent: Agent,
  { body }: TeamProposal,
  { context, tokens }: EffectPorts,
  signal?: Signal,
): Promise<TeamEffect> => {
  const { manifest: now } = await context.preview(
    { agent: agent.id, message: "", include: ["manifest"] },
    signal,
  );
  const skill = parseSkill(body);
  if (skill === null)
    return compared(agent, now, now, undefined, "It has no name and description, so it would be left out.");
  const line = `- ${skill.name}: ${skill.description}`;
  const { tokens: count } = await tokens.count(line, now.encoding, signal);
  return {
    ...compared(agent, now, now, undefined, "Its name and description; the text when an agent loads it."),
    layer: "system",
    tokens: count,
    after: now.window.used + count,
    exact: false,
  };
};

const compared = (
  agent: Agent,
  now: Manifest,
  then: Manifest,
  segment: Segment | undefined,
  note: string | null,
): TeamEffect => ({
  agent: agent.id,
  agentName: agent.displayName,
  layer: segment !== undefined && segment.sent.tokens > 0 ? segment.layer : null,
  note,
  tokens: segment?.sent.tokens ?? 0,
  before: now.window.used,
  after: then.window.used,
  exact: now.exact && then.exact,
  pushedOut: pushedOut(now, then),
});

const notSent = (segment: Segment | undefined): string | null => {
  if (segment === undefined || segment.status === "included") return null;
  if (segment.status === "truncated") return "Only its beginning fits.";
  return segment.reason === null ? null : `It would not be sent (${segment.reason}).`;
};
