import type { Manifest } from "#shared/model/manifest.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import { planHistory } from "../plan/plan-history.ts";
import { skillsText } from "../prompt.ts";
import { leftOutTool, planTools } from "../plan/plan-tools.ts";
import type { BoundProfile } from "../profiles/profile-kind.ts";
import type { Allowance, Candidate, CompactionNeed, Gathered, Meter, Plan } from "../types.ts";
import { fitSkills, SKILLS_SHARE } from "./fit-skills.ts";
import { seamTokens } from "./seams.ts";
import { type Shelved, shelveTools } from "./shelve-tools.ts";
import { type Window, windowOf } from "./window.ts";

/** The one value that overflow handling works on. A step takes it and returns the next; nothing is changed in place. */
export type FitState = {
  readonly gathered: Gathered;
  readonly profile: BoundProfile;
  readonly meter: Meter;
  readonly window: Window;
  readonly allowance: Allowance;
  readonly plan: Plan;
  /** Tokens that joining the plan's texts adds. */
  readonly seams: number;
  readonly history: readonly Candidate[];
  readonly tools: readonly Candidate[];
  /** Tools that are not described in this prompt but can be found. */
  readonly shelved: readonly Candidate[];
  /** The definitions to send: shortened for this turn when they had to be. */
  readonly definitions: readonly ToolDefinition[];
  /** What was done, in order. */
  readonly actions: Manifest["actions"];
  /** Set when there is history that a summary could replace, at the profile's threshold or before any drop. */
  readonly compaction: CompactionNeed | null;
};

/** Everything the profile's own limits allow, before the window is looked at. */
export const wantedState = (whole: Gathered, profile: BoundProfile, meter: Meter): FitState => {
  const window = windowOf(whole, profile.data);
  const { tools, shelved } = shelveTools(whole, window.usable, meter);
  const gathered = { ...withFittedSkills(whole, window, meter), tools };
  const allowance: Allowance = { out: new Set(), cap: null, hits: null };
  const plan = profile.plan(gathered, allowance, meter);
  return {
    gathered,
    profile,
    meter,
    window,
    allowance,
    plan,
    seams: seamsOf(plan, meter),
    history: planHistory(gathered, profile.data.history, !hasMessage(plan, "data"), meter),
    tools: planTools(tools, tools, meter),
    shelved: planShelved(shelved, meter),
    definitions: tools,
    actions: [...shelvedTools(shelved), ...shortenedSkills(gathered, meter)],
    compaction: null,
  };
};

/** The list of skills is shortened before any file or message is. */
const withFittedSkills = (gathered: Gathered, { usable }: Window, meter: Meter): Gathered => {
  const limit = Math.floor(usable * SKILLS_SHARE);
  const skills = fitSkills(gathered.skills, limit, meter);
  if (skills === gathered.skills) return gathered;
  return { ...gathered, skills, shortened: { skills: gathered.skills, limit } };
};

const planShelved = (shelved: Shelved | null, meter: Meter): readonly Candidate[] =>
  shelved === null
    ? []
    : planTools(shelved.tools, shelved.tools, meter).map((tool) => leftOutTool(tool, "shelf", shelved.limit));

const shelvedTools = (shelved: Shelved | null): Manifest["actions"] => {
  if (shelved === null) return [];
  const { tools, freed } = shelved;
  const detail = `${tools.length} ${tools.length === 1 ? "tool is" : "tools are"} on the shelf and can be found.`;
  return [{ step: "shelve-tools", detail, freed }];
};

const shortenedSkills = ({ skills, shortened }: Gathered, meter: Meter): Manifest["actions"] => {
  if (!shortened) return [];
  const freed = meter.tokens(skillsText(shortened.skills)) - meter.tokens(skillsText(skills));
  return [{ step: "shorten-skills", detail: "The list of skills was shortened.", freed }];
};

/** The same state with a plan that allows less. */
export const replanned = (state: FitState, changes: Partial<Allowance>): FitState => {
  const allowance = { ...state.allowance, ...changes };
  const plan = state.profile.plan(state.gathered, allowance, state.meter);
  return { ...state, allowance, plan, seams: seamsOf(plan, state.meter) };
};

/** Tokens of the prompt, and by how many it is over what the window leaves for it. */
export const totalOf = (state: FitState): number =>
  tokensOf(state.plan.candidates) + tokensOf(state.history) + tokensOf(state.tools) + overheadOf(state);
export const overBy = (state: FitState): number => totalOf(state) - state.window.usable;

export const overheadOf = ({ gathered, plan, history, seams }: FitState): number =>
  messageCount(plan, history) * gathered.overhead.message + gathered.overhead.reply + seams;

/** Sums are cached per list: most steps leave most lists as they are, and lists are long. */
export const tokensOf = (candidates: readonly Candidate[]): number => {
  const known = sums.get(candidates);
  if (known !== undefined) return known;
  let sum = 0;
  for (const candidate of candidates) sum += candidate.tokens;
  sums.set(candidates, sum);
  return sum;
};

const sums = new WeakMap<readonly Candidate[], number>();

const seamsOf = ({ candidates }: Plan, meter: Meter) =>
  seamTokens(candidates, "system", meter) + seamTokens(candidates, "data", meter);

const messageCount = (plan: Plan, history: readonly Candidate[]): number => {
  let count = 0;
  for (const each of history) if (each.status === "included") count++;
  if (hasMessage(plan, "system")) count++;
  if (hasMessage(plan, "data")) count++;
  return count;
};

const hasMessage = ({ candidates }: Plan, place: Candidate["place"]): boolean =>
  candidates.some((each) => each.place === place && each.text !== "");
