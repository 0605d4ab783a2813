import type { Agent } from "#shared/contract/agents.ts";
import type { LayerId } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { numberField, type Profile, tokenBudgetField } from "#shared/model/profile.ts";
import { filesTogether } from "#shared/model/segment-size.ts";
import { formatTokens } from "../../ui/format.ts";
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
  if (part.reason === "per-file-limit") return why["per-file-limit"](part.segments[0]?.detail?.limit ?? 0);
  return why[part.reason];
};

/** One or two sentences for a reader who does not know how prompts are assembled. */
export const whySentence = (part: Part, context: WhyContext): string => {
  const name = context.agent?.displayName ?? context.manifest.agent;
  if (part.fate === "in") return wholeSentence(part, name);
  const words = t.budget.sentences;
  const detail = part.segments[0]?.detail;
  if (part.segments[0]?.status === "summarised") return words.summarised;
  const stops =
    detail?.cutLine === undefined ? "" : ` ${words.stops(detail.cutLine, context.heading ?? null)}`;
  switch (part.reason) {
    case "per-file-limit":
      return (
        words["per-file-limit"](name, tokens(part, part.sent), tokens(part, part.raw), detail?.limit ?? 0) +
        stops
      );
    case "total-limit":
      return part.layer === "history"
        ? words.droppedTurns(part.segments.length)
        : totalSentence(part, name, context);
    case "window": {
      if (part.layer === "history") return words.droppedTurns(part.segments.length);
      const { max, reservedOutput } = context.manifest.window;
      return words.window(name, max, reservedOutput, part.fate === "cut") + stops;
    }
    case "tag-filter": {
      const tags = context.agent?.workspaceFiles?.includeTags ?? [];
      return tags.length === 0 ? t.budget.reasons["tag-filter"] : words["tag-filter"](name, tags.join(", "));
    }
    case "memory-budget":
      return words["memory-budget"](part.segments.length, limitOf(context.profile, "memory"));
    case "empty":
      return words.empty;
    case "traversal":
      return words.traversal;
    case "explicit-exclude":
    case "scope":
    case "file-limit":
    case "char-limit":
      return words[part.reason](name) + stops;
    case null:
      return "";
  }
};

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
    return `${words.whole(name, tokens(part, part.sent))} ${words.near(Math.round((100 * part.raw) / detail.limit))}`;
  return words.whole(name, tokens(part, part.sent));
};

/** Explains with figures that add up, when the profile has one limit for core files and workspace files. */
const totalSentence = (part: Part, name: string, { manifest, profile }: WhyContext): string => {
  const words = t.budget.sentences;
  const limit = limitOf(profile, "files");
  const detail = part.segments[0]?.detail;
  if (limit === null || part.layer !== "files" || detail?.limit === undefined)
    return words["total-limit"](name, limit);
  const { core, files } = filesTogether(manifest);
  const own = Math.min(part.raw, detail.limit);
  // With an unsaved change of the profile the figures belong to a different limit.
  if (core + files + own <= limit) return words["total-limit"](name, limit);
  return words.shared(name, {
    limit,
    core: tokens(part, core),
    files: tokens(part, files),
    own: tokens(part, own),
  });
};

const tokens = (part: Part, count: number): string => formatTokens(count, part.exact);

/** Tokens; null where the profile has no such limit or counts something else. */
const limitOf = (profile: Profile | null, layer: LayerId): number | null =>
  profile && numberField(profile, tokenBudgetField(profile, layer));
