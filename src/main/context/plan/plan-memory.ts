import type { SegmentReason } from "#shared/model/manifest.ts";
import { withoutFigures } from "#shared/model/dream-figures.ts";
import { sha256 } from "../text-hash.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { Allowance, Candidate, Gathered, Meter } from "../types.ts";

export const MEMORY_HEADER = "## Relevant memory";

export type PlannedMemory = {
  readonly candidates: readonly Candidate[];
  /** The lines of the kept hits, without the header. */
  readonly text: string;
  readonly tokens: number;
};

export type MemoryLimits = {
  readonly memoryTokens: number;
  readonly memoryHits: number;
  /** These are not fields of the profile, so the user cannot raise them. */
  readonly fixed?: boolean;
};

/** The top hits, whole and in rank order; the first that does not fit ends the list. */
export const planMemory = (
  gathered: Gathered,
  limits: MemoryLimits,
  allowance: Allowance,
  meter: Meter,
): PlannedMemory => {
  const lines: string[] = [];
  let tokens = 0;
  let used = meter.tokens(`${MEMORY_HEADER}\n`);
  let ended: SegmentReason | null = null;
  /** The budget that would hold all hits up to and including this one. */
  let needed = used;
  const candidates = gathered.hits.map((hit, index): Candidate => {
    const line = hitLine(hit);
    // Counted with the newline before it.
    const cost = meter.tokens(`\n${line}`);
    needed += cost;
    if (index >= limits.memoryHits || used + cost > limits.memoryTokens) ended ??= "memory-budget";
    if (allowance.hits !== null && index >= allowance.hits) ended ??= "window";
    const isIn = ended === null;
    if (isIn) {
      lines.push(line);
      used += cost;
      tokens += cost;
    }
    return {
      id: `memory:${hit.id}`,
      layer: "memory",
      source: hit.source,
      role: "system",
      origin: hit.origin,
      hold: "hit",
      place: "system",
      text: isIn ? `\n${line}` : "",
      tokens: isIn ? cost : 0,
      raw: { tokens: cost, chars: line.length },
      keptTokens: isIn ? cost : 0,
      status: isIn ? "included" : "trimmed",
      reason: ended,
      sha256: sha256(hit.text),
      detail: {
        title: hit.text.slice(0, 80),
        tier: hit.tier,
        date: hit.date,
        rank: index + 1,
        ...(hit.team ? { team: hit.team } : {}),
        ...(ended === "memory-budget" ? budgetFix(limits, needed, index + 1) : {}),
      },
    };
  });
  return { candidates, text: lines.join("\n"), tokens };
};

/** The hits as a section of their own: the first one that is sent has the header. */
export const withHeader = (memory: PlannedMemory, isFirst: boolean, meter: Meter): readonly Candidate[] => {
  const header = `${isFirst ? "" : "\n\n"}${MEMORY_HEADER}`;
  const first = memory.candidates.findIndex((candidate) => candidate.text !== "");
  return memory.candidates.map((candidate, index) =>
    index === first
      ? { ...candidate, text: header + candidate.text, tokens: candidate.tokens + meter.tokens(header) }
      : candidate,
  );
};

/** The hits where the prompt printed them. */
export const insidePrompt = (memory: PlannedMemory, host: string, memoryAt: number): readonly Candidate[] => {
  let at = memoryAt - 1;
  return memory.candidates.map((candidate) => {
    if (candidate.text === "") return candidate;
    const inside = { host, at };
    at += candidate.text.length;
    return { ...candidate, inside };
  });
};

/** The limit of tokens is checked first: allowing more hits within the same tokens would change nothing. */
const budgetFix = (limits: MemoryLimits, tokens: number, hits: number): Candidate["detail"] => {
  if (limits.fixed) return {};
  if (tokens > limits.memoryTokens) return { fix: { raise: "memoryTokens", to: tokens } };
  return { fix: { raise: "memoryHits", to: hits } };
};

/** Makes the text one line: text after a line break would not look like a part of the memory. */
const hitLine = ({ tier, source, date, text, origin }: MemoryHit): string => {
  const from = [tier, source, date, origin === "outside" ? origin : ""]
    .filter((part) => part !== "")
    .join(" · ");
  return `- [${from}] ${withoutFigures(text)
    .trim()
    .replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ")}`;
};
