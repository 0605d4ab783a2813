import type { Offer } from "#shared/contract/budget.ts";
import { LIMITED_FILE_LAYERS } from "#shared/model/layer.ts";
import type { Fix } from "#shared/model/manifest.ts";
import { DEFAULT_PRIORITY, fileLimitField, numberField, tokenBudgetField } from "#shared/model/profile.ts";
import type { PromptPart } from "#shared/model/prompt-part.ts";
import type { PromptEdit, SimpleEdit } from "#shared/model/prompt-edit.ts";
import { limitField, type PromptLimit } from "#shared/model/prompt-limit.ts";
import type { EditTarget } from "./plan-edit.ts";

/** One possible change to how a part is sent. Its effect on the prompt is found by trying it. */
export type PossibleOffer = Pick<Offer, "id" | "value" | "field" | "edit">;

/** The assembler's own fix first, then other changes with the same aim. */
export const offersFor = (
  part: PromptPart,
  target: EditTarget,
  parts: readonly PromptPart[],
): readonly PossibleOffer[] => {
  const offers: PossibleOffer[] = [];
  const add = (offer: PossibleOffer | null) => {
    if (offer && !offers.some(({ id }) => id === offer.id)) offers.push(offer);
  };
  const fix = fixOf(part);
  if (fix) add(offerOf(fix, part, target, parts));
  if (part.path === null || part.layer !== "files" || !target.profile.rules.ranksFiles) return offers;
  const { path } = part;
  const isPinned = target.profile.pin.includes(path);
  if (part.fate === "in") {
    if (!isPinned) add(pinOffer(path));
    add(plain("exclude", { kind: "exclude", path, on: true }));
    return offers;
  }
  if (!LIMITS.has(part.reason ?? "")) return offers;
  add(firstOffer(part, parts, target));
  if (part.reason !== "per-file-limit" && !isPinned) add(pinOffer(path));
  return offers;
};

/** A limit that leaves something out can be raised until it leaves out nothing. */
export const offersForLimit = (limit: PromptLimit, { profile }: EditTarget): readonly PossibleOffer[] => {
  const field = limitField(limit.id, profile);
  if (field === undefined || !limit.isReached || limit.value >= limit.all) return [];
  const edit = { kind: "limit", limit: limit.id, tokens: limit.all } as const;
  return [{ id: "raise", value: limit.all, field, edit }];
};

const LIMITS: ReadonlySet<string> = new Set(["per-file-limit", "total-limit", "window"]);

/** For a group, the fix with the largest number, because it brings everything back. */
const fixOf = (part: PromptPart): Fix | null => {
  let largest: Fix | null = null;
  for (const { detail } of part.segments) {
    const fix = detail?.fix;
    if (fix && (largest === null || amount(fix) > amount(largest))) largest = fix;
  }
  return largest;
};

const amount = (fix: Fix): number => ("to" in fix ? fix.to : "window" in fix ? fix.window : 0);

const offerOf = (
  fix: Fix,
  part: PromptPart,
  target: EditTarget,
  parts: readonly PromptPart[],
): PossibleOffer | null => {
  if ("raise" in fix) {
    const isFileLimit = fix.raise === fileLimitField(target.profile);
    const fields = { [fix.raise]: fix.to, ...(isFileLimit ? roomFor(fix.to, target, parts) : {}) };
    return { id: "raise", value: fix.to, field: fix.raise, edit: { kind: "raise", fields } };
  }
  if ("window" in fix) return plain("window", { kind: "window", tokens: fix.window }, fix.window);
  const { path } = part;
  if (path === null) return null;
  if ("pin" in fix) return pinOffer(path);
  if ("tag" in fix) return plain("tag", { kind: "tag", path, tag: fix.tag }, fix.tag);
  if ("unexclude" in fix) return plain("unexclude", { kind: "exclude", path, on: false });
  return plain("priority", { kind: "priority", path, priority: fix.priority }, fix.priority);
};

const plain = (id: Offer["id"], edit: PromptEdit, value: Offer["value"] = null): PossibleOffer => ({
  id,
  value,
  field: null,
  edit,
});

const pinOffer = (path: string): PossibleOffer => plain("pin", { kind: "pin", path, on: true });

/**
 * A file with a higher limit takes more of what all files share, and could fall out because of it. So the
 * share is raised, too, when that is necessary.
 */
const roomFor = (
  perFile: number,
  { profile }: EditTarget,
  parts: readonly PromptPart[],
): Record<string, number> => {
  const field = tokenBudgetField(profile, "files");
  const total = numberField(profile, field);
  if (field === undefined || total === null) return {};
  let needed = 0;
  for (const { layer, fate, raw } of parts) {
    if (LIMITED_FILE_LAYERS.has(layer) && fate !== "out") needed += Math.min(raw, perFile);
  }
  return needed > total ? { [field]: needed } : {};
};

/**
 * The file goes before all others, within the share of all files, so others give way. A cut file also gets its
 * whole length.
 */
const firstOffer = (
  part: PromptPart,
  parts: readonly PromptPart[],
  { profile }: EditTarget,
): PossibleOffer | null => {
  const { path } = part;
  const others = parts.filter((other) => other.layer === "files" && other.id !== part.id && other.sent > 0);
  const lowest = Math.min(...others.map(({ priority }) => priority ?? DEFAULT_PRIORITY));
  if (path === null || !Number.isFinite(lowest)) return null;
  const priority = Math.max(0, lowest - 1);
  if (part.priority !== null && part.priority <= priority) return null;
  const move: SimpleEdit = { kind: "priority", path, priority };
  const limit = fileLimitField(profile);
  const isCut = part.reason === "per-file-limit" && limit !== undefined;
  const edit: PromptEdit = isCut
    ? { kind: "all", edits: [{ kind: "raise", fields: { [limit]: part.raw } }, move] }
    : move;
  return plain("priority", edit, priority);
};
