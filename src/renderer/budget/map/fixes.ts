import type { Fix } from "#shared/model/manifest.ts";
import { DEFAULT_PRIORITY, fileLimitField, numberField, tokenBudgetField } from "#shared/model/profile.ts";
import { type Change, excludeChange, isPinned, pinChange, type Target, windowChange } from "../changes.ts";
import type { Part } from "./parts.ts";

/** A way to change what becomes of a part; what it would do is found out by trying it. */
export type Offer = {
  readonly id: "raise" | "window" | "unexclude" | "tag" | "priority" | "pin" | "exclude";
  /** What the limit becomes, the tag's name, the new number. */
  readonly value: string | number | null;
  readonly field: string | null;
  readonly change: Change;
};

/** The assembler's own fix first, then other ways to the same end. */
export const offersFor = (part: Part, target: Target, parts: readonly Part[]): readonly Offer[] => {
  const offers: Offer[] = [];
  const add = (offer: Offer | null) => {
    if (offer && !offers.some(({ id }) => id === offer.id)) offers.push(offer);
  };
  for (const fix of fixesOf(part)) add(offerOf(fix, part, target, parts));
  if (part.path === null || part.layer !== "files" || !target.profile.rules.ranksFiles) return offers;
  const { path } = part;
  if (part.fate === "in") {
    if (!isPinned(path, target.profile)) add(pinOffer(path, target));
    add({ id: "exclude", value: null, field: null, change: excludeChange(path, true, target) });
    return offers;
  }
  if (!LIMITS.has(part.reason ?? "")) return offers;
  add(firstOffer(part, parts, target));
  if (part.reason !== "per-file-limit" && !isPinned(path, target.profile)) add(pinOffer(path, target));
  return offers;
};

const LIMITS: ReadonlySet<string> = new Set(["per-file-limit", "total-limit", "window"]);

/** Of a group the one that brings everything back: the largest number. */
const fixesOf = (part: Part): readonly Fix[] => {
  let largest: Fix | null = null;
  for (const { detail } of part.segments) {
    const fix = detail?.fix;
    if (fix && (largest === null || amount(fix) > amount(largest))) largest = fix;
  }
  return largest ? [largest] : [];
};

const amount = (fix: Fix): number => ("to" in fix ? fix.to : "window" in fix ? fix.window : 0);

const offerOf = (fix: Fix, part: Part, target: Target, parts: readonly Part[]): Offer | null => {
  if ("raise" in fix)
    return {
      id: "raise",
      value: fix.to,
      field: fix.raise,
      change: {
        kind: "profile",
        fields: {
          [fix.raise]: fix.to,
          ...(fix.raise === fileLimitField(target.profile) ? roomFor(fix.to, target, parts) : {}),
        },
      },
    };
  if ("window" in fix)
    return { id: "window", value: fix.window, field: null, change: windowChange(fix.window) };
  const { path } = part;
  if (path === null) return null;
  if ("pin" in fix) return pinOffer(path, target);
  if ("tag" in fix)
    return { id: "tag", value: fix.tag, field: null, change: { kind: "tag", path, tag: fix.tag } };
  if ("unexclude" in fix)
    return { id: "unexclude", value: null, field: null, change: excludeChange(path, false, target) };
  return {
    id: "priority",
    value: fix.priority,
    field: null,
    change: { kind: "priority", path, priority: fix.priority },
  };
};

const pinOffer = (path: string, target: Target): Offer => ({
  id: "pin",
  value: null,
  field: null,
  change: pinChange(path, true, target),
});

/**
 * A file that may be longer takes from what all files share, and could fall out because of it. So that share
 * grows with it when it has to.
 */
const roomFor = (perFile: number, { profile }: Target, parts: readonly Part[]): Record<string, number> => {
  const field = tokenBudgetField(profile, "files");
  const total = numberField(profile, field);
  if (field === undefined || total === null) return {};
  let needed = 0;
  for (const { layer, fate, raw } of parts) {
    if ((layer === "core" || layer === "files") && fate !== "out") needed += Math.min(raw, perFile);
  }
  return needed > total ? { [field]: needed } : {};
};

/** Before every other file, within the share they have: others give way. A cut file also gets its whole length. */
const firstOffer = (part: Part, parts: readonly Part[], { profile }: Target): Offer | null => {
  const others = parts.filter((other) => other.layer === "files" && other.id !== part.id && other.sent > 0);
  const lowest = Math.min(...others.map(({ priority }) => priority ?? DEFAULT_PRIORITY));
  if (part.path === null || !Number.isFinite(lowest)) return null;
  const first = Math.max(0, lowest - 1);
  if (part.priority !== null && part.priority <= first) return null;
  const move: Change = { kind: "priority", path: part.path, priority: first };
  const limit = fileLimitField(profile);
  const change: Change =
    part.reason === "per-file-limit" && limit !== undefined
      ? { kind: "all", changes: [{ kind: "profile", fields: { [limit]: part.raw } }, move] }
      : move;
  return { id: "priority", value: first, field: null, change };
};
