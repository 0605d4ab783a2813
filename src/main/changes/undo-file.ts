import { FOLDER } from "#shared/model/change.ts";
import type { UndoConflict } from "#shared/contract/changes.ts";
import { decodeText } from "../workspace/text-format.ts";
import { mergeTexts } from "../workspace/merge-texts.ts";

/** The state of a path: its hash, and its bytes where they are kept. */
export type Content = { readonly hash: string; readonly bytes: Buffer | null };

/** What a file has to become so that one change to it is undone. */
export type UndoneFile =
  | { readonly kind: "same" }
  | { readonly kind: "put"; readonly bytes: Buffer | typeof FOLDER | null }
  /** Its text was too large to keep. */
  | { readonly kind: "missing" }
  | { readonly kind: "conflict"; readonly reason: UndoConflict["reason"] };

/** `before` and `after` are the two sides of the change, `now` is the current state; null: nothing. */
export const undoFile = (before: Content | null, after: Content | null, now: Content | null): UndoneFile => {
  if (hashOf(now) === hashOf(before)) return { kind: "same" };
  if (hashOf(now) === hashOf(after)) return goBack(before);
  const conflict = (reason: UndoConflict["reason"]): UndoneFile => ({ kind: "conflict", reason });
  if (now === null) return conflict("gone");
  if (after === null) return conflict("exists");
  if (before === null) return conflict("clash");
  const [base, mine, theirs] = [textOf(after), textOf(now), textOf(before)];
  if (base === null || mine === null || theirs === null) return conflict("binary");
  const merged = mergeTexts(base, mine, theirs);
  if (merged.clashes > 0) return conflict("clash");
  return { kind: "put", bytes: Buffer.from(merged.text, "utf8") };
};

const goBack = (before: Content | null): UndoneFile => {
  if (before === null) return { kind: "put", bytes: null };
  if (before.hash === FOLDER) return { kind: "put", bytes: FOLDER };
  return before.bytes ? { kind: "put", bytes: before.bytes } : { kind: "missing" };
};

const hashOf = (content: Content | null): string | null => content?.hash ?? null;

/** Keeps the byte order mark and line ends: the merged text must match byte for byte. */
export const textOf = (content: Content | null): string | null => {
  if (!content?.bytes || decodeText(content.bytes).kind !== "text") return null;
  return content.bytes.toString("utf8");
};
