import type { Manifest } from "#shared/model/manifest.ts";
import { refuseWindow } from "./refuse-window.ts";
import { dropOldest, planHistory, planSummarised } from "./plan-history.ts";
import { SKILLS_ID } from "./plan-prompt.ts";
import { planTools, shortenTools } from "./plan-tools.ts";
import type { BoundProfile } from "./profiles/profile-kind.ts";
import { filesTokens, shrinkPriority, takeFilesOut } from "./refit-files.ts";
import { seamTokens } from "./seams.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Allowance, Candidate, Gathered, Meter, Plan } from "./types.ts";
import { type Window, windowOf } from "./window.ts";

/**
 * Makes the prompt fit. A profile's own limits are already in its plan; here the window gets its due, in a
 * fixed order: tool descriptions, memory hits, workspace files, (compaction,) the oldest messages.
 *
 * The account: every candidate is counted as the text it adds, separators included, and each piece is
 * counted on its own. Where joined pieces have more tokens, the seams count as overhead, so that the message
 * never has more tokens than the account says.
 */

export type Fitted = {
  readonly window: Window;
  readonly plan: Plan;
  readonly history: readonly Candidate[];
  readonly summarised: readonly Candidate[];
  readonly tools: readonly Candidate[];
  /** The definitions to send: shortened for this turn when they had to be. */
  readonly definitions: readonly ToolDefinition[];
  readonly overhead: number;
  readonly used: number;
  readonly actions: Manifest["actions"];
  /** The total is at the profile's threshold and there is history that a summary could replace. */
  readonly needsCompaction: boolean;
  /** As it was before the window was looked at: what it would take to bring something back. */
  readonly wanted: {
    readonly plan: Plan;
    readonly history: readonly Candidate[];
    /** What joining the texts adds. */
    readonly seams: number;
  };
};

/** Roles and separators of the chat format, per message, and the start of the reply. */
export const MESSAGE_OVERHEAD = 4;
export const REPLY_OVERHEAD = 3;

export const fit = (gathered: Gathered, profile: BoundProfile, meter: Meter): Fitted => {
  const window = windowOf(gathered, profile.data);
  const actions: Manifest["actions"] = [];
  let allowance: Allowance = { out: new Set(), cap: null, hits: null };
  let definitions = gathered.tools;
  let plan = profile.plan(gathered, allowance, meter);
  let history = planHistory(gathered, profile.data.history, meter);
  let tools = planTools(gathered.tools, definitions, meter);
  let seams = seamsOf(plan, meter);
  const wanted = { plan, history, seams };
  const account = accountant();
  const overhead = () => account(plan, history, tools).messages * MESSAGE_OVERHEAD + REPLY_OVERHEAD + seams;
  const total = () => account(plan, history, tools).tokens + overhead();
  const over = () => total() - window.usable;
  const step = (name: string, before: number, detail: string) => {
    const freed = before - total();
    if (freed > 0) actions.push({ step: name, detail, freed });
  };
  const replan = (changes: Partial<Allowance>) => {
    allowance = { ...allowance, ...changes };
    plan = profile.plan(gathered, allowance, meter);
    seams = seamsOf(plan, meter);
    return plan;
  };

  if (over() > 0 && gathered.tools.length > 0) {
    const before = total();
    definitions = shortenTools(gathered.tools);
    tools = planTools(gathered.tools, definitions, meter);
    step("shorten-tools", before, "Tool descriptions were cut to 80 characters for this turn.");
  }

  if (over() > 0) {
    const before = total();
    const sent = plan.candidates.filter((each) => each.hold === "hit" && each.tokens > 0);
    if (sent.length > 0) {
      const kept = hitsThatFit(sent, over());
      replan({ hits: kept });
      step("trim-memory", before, `${sent.length - kept} of ${sent.length} memory hits were left out.`);
    }
  }

  if (over() > 0) {
    const before = total();
    const old = history.filter((each) => isDroppable(each) && each.status === "included");
    const oldTokens = tokensOf(old) + old.length * MESSAGE_OVERHEAD;
    const room = () => window.usable - (total() - filesTokens(plan) - oldTokens);
    takeFilesOut(
      () => plan,
      replan,
      room,
      () => allowance,
    );
    shrinkPriority(() => plan, replan, room);
    step("cut-files", before, describeFiles(plan));
  }

  const atThreshold = total() >= profile.data.compactAt * window.max;
  const hasOldHistory = history.some((each) => isDroppable(each) && each.status === "included");
  const needsCompaction = atThreshold && hasOldHistory && gathered.compacted === null;
  if (gathered.compacted) actions.push(compactedAction(gathered.compacted));
  else if (needsCompaction) {
    actions.push({
      step: "compact",
      detail: "Old history would be summarised before the next call.",
      freed: 0,
      pending: true,
    });
  }

  if (over() > 0) {
    const before = total();
    const result = dropOldest(history, gathered.history, over(), "window", MESSAGE_OVERHEAD);
    history = result.candidates;
    step("drop-history", before, `${result.dropped} old messages were left out.`);
  }

  if (over() > 0) {
    const before = total();
    replan({ out: new Set([...allowance.out, SKILLS_ID]) });
    step("drop-skills", before, "The list of skills was left out.");
  }
  const everything = [...plan.candidates, ...history, ...tools];
  if (over() > 0) throw refuseWindow(window, total(), everything);

  return {
    window,
    plan,
    history,
    summarised: planSummarised(gathered, meter),
    tools,
    definitions,
    overhead: overhead(),
    used: total(),
    actions,
    needsCompaction,
    wanted,
  };
};

export const tokensOf = (candidates: readonly Candidate[]): number => {
  let sum = 0;
  for (const candidate of candidates) sum += candidate.tokens;
  return sum;
};

/** Sums of the lists as they are now, worked out again only for a list that is another. */
const accountant = () => {
  let known: { plan: Plan; history: readonly Candidate[]; tools: readonly Candidate[]; sums: Sums } | null =
    null;
  return (plan: Plan, history: readonly Candidate[], tools: readonly Candidate[]): Sums => {
    if (known?.plan === plan && known.history === history && known.tools === tools) return known.sums;
    const tokens = tokensOf(plan.candidates) + tokensOf(history) + tokensOf(tools);
    known = { plan, history, tools, sums: { tokens, messages: messageCount(plan, history) } };
    return known.sums;
  };
};

type Sums = { readonly tokens: number; readonly messages: number };

const seamsOf = ({ candidates }: Plan, meter: Meter) =>
  seamTokens(candidates, "system", meter) + seamTokens(candidates, "data", meter);

const isFile = (candidate: Candidate) => candidate.hold === "file" || candidate.hold === "priority";
const isDroppable = (candidate: Candidate) => candidate.hold === "message";

const messageCount = (plan: Plan, history: readonly Candidate[]): number => {
  let count = 0;
  for (const each of history) if (each.status === "included") count++;
  if (plan.candidates.some((each) => each.text !== "" && each.place === "system")) count++;
  if (plan.candidates.some((each) => each.place === "data" && each.text !== "")) count++;
  return count;
};

/** How many of the top hits may stay when `over` tokens have to go. */
const hitsThatFit = (sent: readonly Candidate[], over: number): number => {
  let left = over;
  let kept = sent.length;
  while (kept > 0 && left > 0) left -= sent[--kept]?.tokens ?? 0;
  return kept;
};

const describeFiles = (plan: Plan): string => {
  const because = plan.candidates.filter((each) => isFile(each) && each.reason === "window");
  const cut = because.filter((each) => each.status === "truncated").length;
  const out = because.length - cut;
  const parts = [
    ...(out > 0 ? [`${out} ${out === 1 ? "file was" : "files were"} left out`] : []),
    ...(cut > 0 ? [`${cut} ${cut === 1 ? "file was" : "files were"} shortened`] : []),
  ];
  return `${parts.join(" and ")} to fit the window.`;
};

const compactedAction = (compacted: NonNullable<Gathered["compacted"]>): Manifest["actions"][number] => ({
  step: "compact",
  detail: compacted.failed ?? `${compacted.summarised.length} old messages were summarised.`,
  freed: compacted.freed,
});
