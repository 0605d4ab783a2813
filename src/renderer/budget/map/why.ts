import type { Agent } from "#shared/contract/agents.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { shareText } from "#shared/model/number-text.ts";
import { pictureSize } from "#shared/model/picture.ts";
import type { Profile } from "#shared/model/profile.ts";
import { type WhyNot, whyNot } from "#shared/model/why-not.ts";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Part } from "./parts.ts";

/** What is known of the agent: all of it in the budget, its name on the first start. */
export type WhyAgent = Pick<Agent, "displayName"> & Partial<Pick<Agent, "workspaceFiles">>;

export type WhyContext = {
  readonly manifest: Manifest;
  readonly agent: WhyAgent | null;
  readonly profile: Profile | null;
  /** The heading above the cut, when the text is known. */
  readonly heading?: string | null;
};

/** A few words for a row. */
export const shortWhy = (part: Part): string => {
  const { why } = t.budget;
  if (part.fate === "in") return t.budget.table.whole;
  if (part.segments[0]?.status === "summarised") return why.summarised;
  if (part.reason === null) return "";
  if (part.reason === "per-file-limit") {
    const { limit = 0, unit = "tokens" } = part.segments[0]?.detail ?? {};
    return why["per-file-limit"](limit, unit);
  }
  return why[part.reason];
};

/** One or two sentences for a reader who does not know how prompts are assembled. */
export const whySentence = (part: Part, context: WhyContext): string => {
  const name = context.agent?.displayName ?? context.manifest.agent;
  if (part.fate === "in") return [wholeSentence(part, name), ...pictureSentences(part)].join(" ");
  const why = whyNot(part, context.manifest, context.profile);
  if (why === null) return "";
  const cutLine = part.segments[0]?.detail?.cutLine;
  const stops = cutLine === undefined ? "" : ` ${t.budget.sentences.stops(cutLine, context.heading ?? null)}`;
  return [reasonSentence(why, part, name, context) + stops, ...pictureSentences(part)].join(" ");
};

/** What the pictures of a message take. */
const pictureSentences = ({ segments }: Part): readonly string[] => {
  const pictures = segments.length === 1 ? (segments[0]?.detail?.pictures ?? []) : [];
  return pictures
    .filter(({ held }) => held === undefined)
    .map((picture) =>
      t.budget.sentences.picture(fileName(picture.name), pictureSize(picture), formatCount(picture.tokens)),
    );
};

const reasonSentence = (why: WhyNot, part: Part, name: string, { manifest, agent }: WhyContext): string => {
  const words = t.budget.sentences.because;
  const [kept, raw] = [tokens(part, part.sent), tokens(part, part.raw)];
  const used = (count: number) => formatTokens(count, manifest.exact);
  switch (why.kind) {
    case "per-file":
      return words.perFile(name, kept, raw, why.limit, why.unit);
    case "total": {
      const { limit, core, files, own } = why;
      return words.total(name, { limit, core: used(core), files: used(files), own: tokens(part, own) });
    }
    case "total-behind":
      return words.totalBehind(name, why.limit, fileName(why.first));
    case "total-used-up":
      return words.totalUsedUp(name, part.fate === "cut");
    case "window": {
      const { max, reserved, own } = why;
      return words.window(name, { max, reserved, used: used(why.used), own: tokens(part, own) });
    }
    case "window-behind":
      return words.windowBehind(name, why.max, fileName(why.first));
    case "window-cut": {
      const { max, reserved } = why;
      return words.windowCut(name, kept, raw, { max, reserved, used: used(why.used) });
    }
    case "window-gave-way":
      return part.layer === "memory"
        ? words.memoriesGaveWay(why.count, why.max)
        : words.gaveWay(name, why.max);
    case "skills":
      return words.skills(kept, raw, why.limit);
    case "tools-shortened":
      return words.toolsShortened(why.max);
    case "tools-out":
      return words.toolsOut(why.count, why.max);
    case "tools-shelf":
      return words.toolsShelf(why.count, why.limit, tokens(part, why.freed));
    case "turns":
      return words.turns(why.count);
    case "memories":
      return words.memories(why.count, why.tokens, why.hits);
    case "memory-file":
      return words.memoryFile(name, kept, raw, why.limit);
    case "files":
      return words.files(name, why.max);
    case "chars":
      return words.chars(name, why.max, why.used, why.own);
    case "chars-behind":
      return words.charsBehind(name, why.max);
    case "passages":
      return why.cut
        .map(({ path, passages, places, kept: sent, chars }) =>
          passages === 0
            ? words.noPassage(fileName(path))
            : words.passages(fileName(path), passages, places, sent, chars),
        )
        .join(" ");
    case "pictures":
      return why.held
        .map(({ name: picture, held }) =>
          held === "model" ? words.unseen(fileName(picture)) : words.pictureGone(fileName(picture)),
        )
        .join(" ");
    case "rule":
      return ruleSentence(why.reason, name, agent);
  }
};

const ruleSentence = (
  reason: Extract<WhyNot, { kind: "rule" }>["reason"],
  name: string,
  agent: WhyAgent | null,
): string => {
  const words = t.budget.sentences;
  switch (reason) {
    case "tag-filter": {
      const tags = agent?.workspaceFiles?.includeTags ?? [];
      return tags.length === 0 ? t.budget.reasons["tag-filter"] : words["tag-filter"](name, tags.join(", "));
    }
    case "explicit-exclude":
    case "scope":
      return words[reason](name);
    case "empty":
    case "traversal":
    case "summarised":
      return words[reason];
  }
};

const fileName = (source: string): string => source.slice(source.lastIndexOf("/") + 1);

const wholeSentence = (part: Part, name: string): string => {
  const words = t.budget.sentences;
  const detail = part.segments[0]?.detail;
  if (part.path === null && part.segments.length === 0) return words.headers;
  if (part.layer === "tools") return words.tools(part.segments.length);
  if (part.layer === "memory" && part.path === null) return words.memories(part.segments.length);
  if (part.layer === "history") return words.turns(part.segments.length);
  if (part.layer === "message") return words.message;
  if (part.layer === "overhead") return words.overhead;
  if (part.layer === "soul") return words.soul(name);
  if (part.id === "system:prompt") return words.prompt(name);
  if (part.id === "system:skills") return words.skills;
  if (part.path === null) return words.steady(tokens(part, part.sent));
  if (detail?.nearLimit && detail.limit)
    return `${words.whole(name, tokens(part, part.sent))} ${words.near(shareText(usedOf(part) / detail.limit))}`;
  return words.whole(name, tokens(part, part.sent));
};

/** In the unit of the limit. */
const usedOf = ({ segments, raw }: Part): number => {
  const used = segments[0]?.detail?.["limitUsed"];
  return typeof used === "number" ? used : raw;
};

const tokens = (part: Part, count: number): string => formatTokens(count, part.exact);
