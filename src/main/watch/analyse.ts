import type { Origin } from "#shared/model/origin.ts";
import { type LayerId } from "#shared/model/layer.ts";
import type { WatchedFormat, WatchedKind } from "#shared/model/watched-request.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { commonParts, compareRequests } from "./compare-requests.ts";
import { readRequest, type RequestPart } from "./read-request.ts";
import type { LineTrace, Traced, TracedFile } from "./trace-lines.ts";
import type { KnownPart, Watched } from "./watched.ts";

export type AnalysePorts = {
  readonly tokens: Pick<TokenCounter, "count" | "encodingOf">;
  readonly trace: LineTrace;
  /** The text files of the open folder. */
  readonly files: () => Promise<readonly TracedFile[]>;
};

type Analysed = Pick<Watched, "encoding" | "parts" | "common" | "ownChars"> & {
  readonly model: string | null;
  readonly tokens: number;
  readonly notes: readonly string[];
};

/** Earlier requests that a request is compared with. */
const MAX_COMPARED = 12;
/** Parts that are counted at the same time. */
const COUNTED_AT_ONCE = 32;

/** Takes a request apart; null when its body is none of the format. `before`: oldest first. */
export const analyse = async (
  { format, body }: { readonly format: WatchedFormat; readonly body: string },
  before: readonly Watched[],
  { tokens, trace, files }: AnalysePorts,
): Promise<Analysed | null> => {
  const read = readRequest(format, body);
  if (!read) return null;
  trace.use(await files());
  const { encoding } = tokens.encodingOf(read.model);
  const known = knownTexts(before);
  const parts: KnownPart[] = [];
  let ownChars = 0;
  const newest = newestMessage(read.parts);
  for (let at = 0; at < read.parts.length; at += COUNTED_AT_ONCE) {
    const few = read.parts.slice(at, at + COUNTED_AT_ONCE);
    const made = await Promise.all(
      few.map(async (part, offset) => {
        const index = at + offset;
        const old = known.get(part.text);
        const counted = old && old.encoding === encoding ? old : await tokens.count(part.text, encoding);
        const traced = trace.find(part.text);
        if (!old) ownChars += part.text.length;
        return {
          ...part,
          // The same text is kept once, however many requests have it.
          text: old?.text ?? part.text,
          index,
          layer: layerOf(part.kind, traced, index >= newest),
          origin: originOf(part.kind, traced),
          tokens: counted.tokens,
          chars: part.text.length,
          exact: counted.exact && part.asWritten,
          change: "new" as const,
          places: [...traced.places],
        };
      }),
    );
    parts.push(...made);
  }
  const against = mostAlike(
    parts,
    before.filter(({ summary }) => summary.format === format).slice(-MAX_COMPARED),
  );
  const compared = against && compareRequests({ id: against.summary.id, parts: against.parts }, parts);
  for (const part of parts) part.change = compared?.changes[part.index] ?? "new";
  return {
    model: read.model,
    encoding,
    parts,
    ownChars,
    common: compared?.common ?? null,
    tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
    notes: [
      ...(read.joined > 0 ? [`${read.joined} parts after the first 4,000 are shown as one.`] : []),
      ...(trace.isPart ? ["The folder is large: not every file was compared with this request."] : []),
    ],
  };
};

type KnownText = {
  readonly text: string;
  readonly tokens: number;
  readonly exact: boolean;
  readonly encoding: string;
};

const knownTexts = (before: readonly Watched[]): ReadonlyMap<string, KnownText> => {
  const known = new Map<string, KnownText>();
  for (const { parts, encoding } of before)
    for (const { text, tokens, exact } of parts) known.set(text, { text, tokens, exact, encoding });
  return known;
};

/** Programs send side requests in between, so the one before is the one that has most in common; of equals, the last. */
const mostAlike = (parts: readonly KnownPart[], before: readonly Watched[]): Watched | null => {
  let [best, most] = [null as Watched | null, -1];
  for (const each of before) {
    const same = commonParts(each.parts, parts);
    if (each.parts.length > 0 && same >= most) [best, most] = [each, same];
  }
  return best;
};

/** Index of the first part after the model's last word. */
const newestMessage = (parts: readonly RequestPart[]): number =>
  parts.findLastIndex(({ kind }) => kind !== "user" && kind !== "picture") + 1;

const layerOf = (kind: WatchedKind, { share }: Traced, isNewest: boolean): LayerId => {
  if (kind === "tool") return "tools";
  if (share >= MOSTLY && (kind === "system" || kind === "user")) return "files";
  if (kind === "system") return "system";
  return isNewest ? "message" : "history";
};

/** A text counts as one of the folder when at least this share of it was found there. */
const MOSTLY = 0.5;

/** As far as it can be known from outside: what nobody can place is from outside. */
const originOf = (kind: WatchedKind, { share }: Traced): Origin => {
  switch (kind) {
    case "user":
      return "you";
    case "assistant":
    case "thinking":
    case "call":
      return "agent";
    case "result":
      return share >= MOSTLY ? "tool" : "outside";
    case "system":
      return share >= MOSTLY ? "you" : "outside";
    case "tool":
    case "picture":
      return "outside";
  }
};
