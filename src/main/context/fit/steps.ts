import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { beginWithUser, dropOldest } from "../plan/plan-history.ts";
import { SKILLS_ID } from "../plan/plan-prompt.ts";
import { leftOutTool, planTools, shortenTools } from "../plan/plan-tools.ts";
import type { Candidate, Gathered, Plan } from "../types.ts";
import { type FitState, overBy, replanned, tokensOf, totalOf } from "./fit-state.ts";
import { shrinkPriority, takeFilesOut } from "./refit-files.ts";

/** One measure of overflow handling: the new state, and the sentence for the account. */
type Measure = (state: FitState) => { readonly state: FitState; readonly detail: string } | null;
export type Step = (state: FitState) => FitState;

/** Takes the measure when the prompt is over its window, and records what that freed. */
const whenOver =
  (step: string, measure: Measure): Step =>
  (state) => {
    const taken = overBy(state) > 0 ? measure(state) : null;
    if (!taken) return state;
    const freed = totalOf(state) - totalOf(taken.state);
    return freed > 0 ? withAction(taken.state, { step, detail: taken.detail, freed }) : taken.state;
  };

const withAction = (state: FitState, action: Manifest["actions"][number]): FitState => ({
  ...state,
  actions: [...state.actions, action],
});

const shortenDescriptions: Measure = (state) => {
  const { gathered, meter } = state;
  if (gathered.tools.length === 0) return null;
  const definitions = shortenTools(gathered.tools);
  return {
    state: { ...state, definitions, tools: planTools(gathered.tools, definitions, meter) },
    detail: `Tool descriptions were cut to ${SHORT_DESCRIPTION_CHARS} characters for this turn.`,
  };
};

const trimMemory: Measure = (state) => {
  const sent = state.plan.candidates.filter((each) => each.hold === "hit" && each.tokens > 0);
  if (sent.length === 0) return null;
  const kept = hitsThatFit(sent, overBy(state));
  return {
    state: replanned(state, { hits: kept }),
    detail: `${sent.length - kept} of ${sent.length} memory hits were left out.`,
  };
};

/** Files are left out before history is, so only the newest messages count as used room. */
const cutFiles: Measure = (state) => {
  const old = state.history.filter(isOldMessage);
  const oldTokens = tokensOf(old) + old.length * state.gathered.overhead.message;
  const next = shrinkPriority(takeFilesOut(state, oldTokens), oldTokens);
  return { state: next, detail: describeFiles(next.plan) };
};

/**
 * Old history is compacted at the profile's share of what the prompt may use, whether or not it is over its
 * window, and always before a message would be dropped.
 */
const askForCompaction: Step = (state) => {
  const { gathered, profile, window } = state;
  if (gathered.compacted) return withAction(state, compactedAction(gathered.compacted));
  const total = totalOf(state);
  const isOver = total > window.usable;
  const isDue = isOver || total >= profile.data.compactAt * window.usable;
  if (!isDue || !state.history.some(isOldMessage)) return state;
  const sent = state.history.filter(({ status }) => status === "included");
  const room = window.usable - total + tokensOf(sent) + sent.length * gathered.overhead.message;
  const detail = "Old history would be summarised before the next call.";
  return withAction(
    { ...state, compaction: { because: isOver ? "overflow" : "threshold", room } },
    { step: "compact", detail, freed: 0, pending: true },
  );
};

const dropHistory: Measure = (state) => {
  const { gathered, history } = state;
  const result = dropOldest(history, gathered.history, overBy(state), "window", gathered.overhead.message);
  const begun = beginWithUser(result.candidates, gathered.history);
  return {
    state: { ...state, history: begun.candidates },
    detail: `${result.dropped + begun.dropped} old messages were left out.`,
  };
};

const dropSkills: Measure = (state) => ({
  state: replanned(state, { out: new Set([...state.allowance.out, SKILLS_ID]) }),
  detail: "The list of skills was left out.",
});

/**
 * Only SOUL, the agent's prompt and the newest message are never dropped. Tools are left out from the end of their
 * list.
 */
const dropTools: Measure = (state) => {
  const { tools, definitions } = state;
  let over = overBy(state);
  let kept = tools.length;
  while (kept > 0 && over > 0) over -= tools[--kept]?.tokens ?? 0;
  const left = tools.length - kept;
  if (left === 0) return null;
  return {
    state: {
      ...state,
      definitions: definitions.slice(0, kept),
      tools: tools.map((tool, index) => (index < kept ? tool : leftOutTool(tool))),
    },
    detail: `${left} of ${tools.length} tools were left out for this turn.`,
  };
};

/** All measures of overflow handling, in order. */
export const OVERFLOW_STEPS: readonly Step[] = [
  whenOver("shorten-tools", shortenDescriptions),
  whenOver("trim-memory", trimMemory),
  whenOver("cut-files", cutFiles),
  askForCompaction,
  whenOver("drop-history", dropHistory),
  whenOver("drop-skills", dropSkills),
  whenOver("drop-tools", dropTools),
];

const isFile = (candidate: Candidate) => candidate.hold === "file" || candidate.hold === "priority";
const isOldMessage = ({ hold, status }: Candidate) => hold === "message" && status === "included";

/** How many of the top hits may stay when `over` tokens must be removed. */
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
  detail: compacted.failed ?? `${compacted.summarised} old messages were summarised.`,
  freed: 0,
  ...(compacted.failed !== undefined && { failed: true }),
});
