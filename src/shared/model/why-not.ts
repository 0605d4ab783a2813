import type { Manifest, Segment } from "./manifest.ts";
import type { DocumentCut } from "./document-cut.ts";
import { numberField, type Profile, tokenBudgetField } from "./profile.ts";
import type { PromptPart } from "./prompt-part.ts";
import { filesTogether } from "./segment-size.ts";

/**
 * Why a part is not sent, or not whole, with the figures that explain it. The figures add up: whoever does the
 * sum sees that the part does not fit. Tokens, unless the name says otherwise.
 */
export type WhyNot =
  /** No file may be longer than `limit`. */
  | { readonly kind: "per-file"; readonly limit: number; readonly unit: "tokens" | "chars" }
  /** `core + files + own` is more than `limit`. */
  | {
      readonly kind: "total";
      readonly limit: number;
      readonly core: number;
      readonly files: number;
      readonly own: number;
    }
  /** `first` comes before it and does not fit; no later file takes its place. */
  | { readonly kind: "total-behind"; readonly limit: number; readonly first: string }
  /** The files before it use up what all may use; null where the limit is not known. */
  | { readonly kind: "total-used-up"; readonly limit: number | null }
  /** `reserved + used + own` is more than `max`. */
  | {
      readonly kind: "window";
      readonly max: number;
      readonly reserved: number;
      readonly used: number;
      readonly own: number;
    }
  | { readonly kind: "window-behind"; readonly max: number; readonly first: string }
  /** It made room for what is sent rather than it. */
  | { readonly kind: "window-gave-way"; readonly count: number; readonly max: number }
  /** Only a part of it fits: what is sent fills the window. */
  | { readonly kind: "window-cut"; readonly max: number; readonly reserved: number; readonly used: number }
  /** The list of skills may use `limit`. */
  | { readonly kind: "skills"; readonly limit: number }
  | { readonly kind: "tools-shortened" | "tools-out"; readonly count: number; readonly max: number }
  /** Definitions together use more than `limit`; these can be found instead, which saves `freed`. */
  | { readonly kind: "tools-shelf"; readonly count: number; readonly limit: number; readonly freed: number }
  | { readonly kind: "turns"; readonly count: number }
  /** The most tokens and the most memories that may be sent; null where the profile has no such limit. */
  | {
      readonly kind: "memories";
      readonly count: number;
      readonly tokens: number | null;
      readonly hits: number | null;
    }
  /** MEMORY.md gets what other files leave of `limit`, which counts four characters as one. */
  | { readonly kind: "memory-file"; readonly limit: number | null }
  /** A snapshot has at most `max` files, and that number is sent. */
  | { readonly kind: "files"; readonly max: number }
  /** `used + own` is more than `max`, in characters. */
  | { readonly kind: "chars"; readonly max: number; readonly used: number; readonly own: number }
  | { readonly kind: "chars-behind"; readonly max: number }
  /** Only passages of these documents are sent. */
  | { readonly kind: "passages"; readonly cut: readonly DocumentCut[] }
  /** Pictures of the message that are not sent. */
  | { readonly kind: "pictures"; readonly held: readonly HeldPicture[] }
  | {
      readonly kind: "rule";
      readonly reason: "tag-filter" | "explicit-exclude" | "scope" | "empty" | "traversal" | "summarised";
    };

/** Null for a part that is sent whole. */
export const whyNot = (part: PromptPart, manifest: Manifest, profile: Profile | null): WhyNot | null => {
  const { reason, layer } = part;
  const count = messagesIn(part);
  if (part.fate === "in") return null;
  if (part.segments[0]?.status === "summarised") return { kind: "rule", reason: "summarised" };
  if (reason === null) return null;
  if (reason === "passages" || reason === "pictures") return attachedWhy(part, reason);
  if (layer === "history") return { kind: "turns", count };
  switch (reason) {
    case "per-file-limit": {
      const { limit = 0, unit = "tokens" } = part.segments[0]?.detail ?? {};
      return { kind: "per-file", limit, unit };
    }
    case "total-limit":
      return beyondTotal(part, manifest, profile);
    case "window":
      return beyondWindow(part, manifest);
    case "memory-budget":
      return part.path === null
        ? {
            kind: "memories",
            count,
            tokens: numberField(profile, "memoryTokens"),
            hits: numberField(profile, "memoryHits"),
          }
        : { kind: "memory-file", limit: numberField(profile, "injection.maxContextTokens") };
    case "file-limit":
      return { kind: "files", max: manifest.lastRun?.maxSnapshotFiles ?? 0 };
    case "char-limit":
      return beyondChars(part, manifest);
    case "shelf":
      return {
        kind: "tools-shelf",
        count,
        limit: part.segments[0]?.detail?.limit ?? 0,
        freed: manifest.actions.find(({ step }) => step === "shelve-tools")?.freed ?? 0,
      };
    case "tag-filter":
    case "explicit-exclude":
    case "scope":
    case "empty":
    case "traversal":
      return { kind: "rule", reason };
  }
};

type HeldPicture = { readonly name: string; readonly held: "model" | "gone" };

const attachedWhy = ({ segments }: PromptPart, reason: "passages" | "pictures"): WhyNot => {
  const { cut = [], pictures = [] } = segments[0]?.detail ?? {};
  if (reason === "passages") return { kind: "passages", cut };
  return {
    kind: "pictures",
    held: pictures.flatMap(({ name, held }) => (held === undefined ? [] : [{ name, held }])),
  };
};

const messagesIn = ({ segments }: PromptPart): number =>
  segments.reduce((sum, { detail }) => sum + (detail?.count ?? 1), 0);

const beyondTotal = (part: PromptPart, manifest: Manifest, profile: Profile | null): WhyNot => {
  const limit = profile && numberField(profile, tokenBudgetField(profile, "files"));
  const own = countedOf(part.segments[0]);
  if (limit === null || part.layer !== "files" || own === null) {
    return { kind: "total-used-up", limit: profile && numberField(profile, profile.rules.limits[1]) };
  }
  const { core, files } = filesTogether(manifest);
  if (core + files + own > limit) return { kind: "total", limit, core, files, own };
  const first = firstOf(manifest, "total-limit");
  // With an unsaved change of the profile the figures belong to a different limit.
  return first === null || first === part.path
    ? { kind: "total-used-up", limit }
    : { kind: "total-behind", limit, first };
};

/** What a file counts towards the limit that files share; null for a file without a limit of its own. */
const countedOf = (segment: Segment | undefined): number | null => {
  const limit = segment?.detail?.limit;
  return segment === undefined || limit === undefined ? null : Math.min(segment.raw.tokens, limit);
};

const beyondWindow = (part: PromptPart, manifest: Manifest): WhyNot => {
  const { max, reservedOutput: reserved, used } = manifest.window;
  const limit = part.segments[0]?.detail?.limit;
  if (part.id === "system:skills" && part.fate === "cut" && limit !== undefined)
    return { kind: "skills", limit };
  if (part.layer === "tools") {
    const out = part.segments.filter(({ status }) => status === "excluded").length;
    return out > 0
      ? { kind: "tools-out", count: out, max }
      : { kind: "tools-shortened", count: part.segments.length, max };
  }
  if (part.fate === "cut") return { kind: "window-cut", max, reserved, used };
  const own = Math.min(part.raw, limit ?? part.raw);
  const isFile = part.path !== null;
  if (isFile && reserved + used + own > max) return { kind: "window", max, reserved, used, own };
  const first = firstOf(manifest, "window");
  return !isFile || first === null || first === part.path
    ? { kind: "window-gave-way", count: part.segments.length, max }
    : { kind: "window-behind", max, first };
};

const beyondChars = (part: PromptPart, manifest: Manifest): WhyNot => {
  const max = manifest.lastRun?.maxSnapshotCodeUnits ?? 0;
  const used = manifest.lastRun?.snapshotCodeUnits ?? 0;
  const own = part.segments[0]?.raw.chars ?? 0;
  return used + own > max ? { kind: "chars", max, used, own } : { kind: "chars-behind", max };
};

/** The first file in the order of the prompt that was left out for this reason. */
const firstOf = ({ segments }: Manifest, reason: Segment["reason"]): string | null =>
  segments.find((each) => each.layer === "files" && each.status === "excluded" && each.reason === reason)
    ?.source ?? null;
