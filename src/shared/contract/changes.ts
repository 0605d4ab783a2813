import { z } from "zod";
import { change, changeActor, changeKind } from "../model/change.ts";
import { route } from "./route.ts";

/** `undoneBy`: the undo of this change, unless that was undone itself. */
export const listedChange = change.extend({ undoneBy: z.string().nullable() });
export type ListedChange = z.output<typeof listedChange>;

/** A file that was changed since in a way that cannot be merged. Nothing was written. */
export const undoConflict = z.object({
  path: z.string(),
  reason: z.enum(["clash", "gone", "exists", "binary", "not-empty"]),
  /** Hash of what is there now, for a decision; null: nothing. */
  now: z.string().nullable(),
  /** Whether a decision helps: a move that is in the way of something is not undone by choosing texts. */
  decidable: z.boolean(),
  /** The text after the change, the current text, and the text before the change; null: no text. */
  base: z.string().nullable(),
  mine: z.string().nullable(),
  theirs: z.string().nullable(),
});
export type UndoConflict = z.output<typeof undoConflict>;

/** What the user chose for a place that could not be merged. Counts only while `now` is still there. */
export const undoDecision = z.discriminatedUnion("take", [
  z.object({ take: z.literal("now"), path: z.string(), now: z.string().nullable() }),
  z.object({ take: z.literal("before"), path: z.string(), now: z.string().nullable() }),
  z.object({
    take: z.literal("text"),
    path: z.string(),
    now: z.string().nullable(),
    text: z.string().max(5 * 1024 * 1024),
  }),
]);
export type UndoDecision = z.output<typeof undoDecision>;

const decisions = z.array(undoDecision).max(10_000).default([]);

export const undone = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("done"),
    /** What was undone, in a few words: `Undid: Saved AGENTS.md`. */
    title: z.string(),
    /** Undoing this one brings it back. Null when the files already were as before. */
    change: z.string().nullable(),
    /** Further changes that belong to it: a turn with moves is undone step by step. */
    and: z.array(z.string()),
    paths: z.array(z.string()),
    /** Files that could not be restored, because their text was too large to store. */
    missing: z.array(z.string()),
  }),
  z.object({ status: z.literal("conflict"), conflicts: z.array(undoConflict) }),
]);
export type Undone = z.output<typeof undone>;

export const changesRoutes = {
  /**
   * Newest first. `path` is project-relative; a folder includes everything in it. `before` is a change's id.
   */
  "changes.list": route(
    z.object({
      path: z.string().optional(),
      actor: z.string().optional(),
      session: z.string().optional(),
      kinds: z.array(changeKind).optional(),
      /** A part of a path or of the title; capitals do not matter. */
      text: z.string().max(500).optional(),
      limit: z.number().int().positive().max(1_000).default(100),
      before: z.string().optional(),
    }),
    z.object({ changes: z.array(listedChange), more: z.boolean() }),
  ),
  /** Both sides of one file of a change. Fails with `version-not-kept` when neither can be shown. */
  "changes.diff": route(
    z.object({ id: z.string(), path: z.string() }),
    z.object({
      path: z.string(),
      /** True: no text, so both sides are null. */
      binary: z.boolean(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Words of this text were forgotten since. */
      forgotten: z.boolean(),
    }),
  ),
  /**
   * A file that still is as the change left it gets what was there before; one that changed since is merged.
   * When that fails, nothing is written and all three texts are returned; a second call brings what the user
   * decided. Undoing is itself a change. `and`: more changes to undo with it, all or none.
   */
  "changes.undo": route(
    z.object({ id: z.string(), and: z.array(z.string()).max(2_000).default([]), decisions }),
    undone,
  ),
  /** Undoes all changes of one turn of a conversation, newest first, all or none. */
  "changes.undoTurn": route(z.object({ session: z.string(), turn: z.string(), decisions }), undone),
  /** What is kept, within which limits, and whose changes there are to choose from. */
  "changes.overview": route(
    z.object({}),
    z.object({
      count: z.number().int(),
      /** Of all kept texts, compressed, those of today's files included. */
      bytes: z.number().int(),
      /** When the oldest change happened; null when there is none. */
      oldest: z.string().nullable(),
      limits: z.object({ days: z.number(), changes: z.number(), bytes: z.number() }),
      actors: z.array(changeActor),
      sessions: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  ),
};

export const changesEvents = {
  /** A change was recorded, extended or removed from the list. */
  "changes.changed": z.object({ change: z.string(), paths: z.array(z.string()) }),
};
