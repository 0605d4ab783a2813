import { z } from "zod";
import { answerChoice } from "../model/answer-choice.ts";
import { sessionLabel, sessionLabels } from "../model/session-label.ts";
import { sessionEntry } from "../model/session-entry.ts";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

export const sessionInfo = z.object({
  id: z.string(),
  agent: z.string(),
  title: z.string(),
  summary: z.string(),
  /** `main`, `group`, `broadcast` or any other value in a file; anything but `main` is shared. */
  kind: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pinned: z.boolean(),
  archived: z.boolean(),
  messages: z.number().int(),
  /** What answers here, where it differs from the agent's settings. */
  choice: answerChoice,
  labels: z.array(z.string()),
});
export type SessionInfo = z.output<typeof sessionInfo>;

export const brokenLine = z.object({ file: z.string(), line: z.number().int(), reason: z.string() });

export const sessionView = z.object({
  session: sessionInfo,
  /** The selected branch, complete: also what compaction replaced for the model. */
  entries: z.array(sessionEntry),
  /** What the model sees of it. */
  seen: z.array(z.string()),
  /** Messages that are never summarised. */
  pinnedMessages: z.array(z.string()),
  /** For each entry that has alternatives: their ids, oldest first. */
  branches: z.record(z.string(), z.array(z.string())),
  broken: z.array(brokenLine),
  /** An answer that is arriving: the text so far. More comes as `chat.delta`. */
  streaming: z.object({ entry: z.string(), text: z.string(), reasoning: z.string().default("") }).nullable(),
});
export type SessionView = z.output<typeof sessionView>;

const one = z.object({ session: sessionId });

export const sessionsRoutes = {
  "sessions.list": route(
    z.object({ agent: z.string().optional(), archived: z.boolean().default(false) }),
    z.object({ sessions: z.array(sessionInfo) }),
  ),
  "sessions.create": route(
    z.object({
      agent: z.string().optional(),
      kind: z.string().default("main"),
      title: z.string().default(""),
    }),
    z.object({ session: sessionInfo }),
  ),
  "sessions.read": route(one, sessionView),
  "sessions.rename": route(one.extend({ title: z.string().min(1) }), z.object({ session: sessionInfo })),
  "sessions.update": route(
    one.extend({
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
      /** The whole choice; `{}` means: as the agent's settings say. */
      choice: answerChoice.optional(),
      /** All labels it has from now on. */
      labels: sessionLabels.optional(),
    }),
    z.object({ session: sessionInfo }),
  ),
  /**
   * Renames a label in all conversations; `to` null removes it from them. Returns what each had before, for
   * `sessions.setLabels`, which undoes it.
   */
  "sessions.renameLabel": route(
    z.object({ from: sessionLabel, to: sessionLabel.nullable() }),
    z.object({ before: z.array(z.object({ session: z.string(), labels: z.array(z.string()) })) }),
  ),
  "sessions.setLabels": route(
    z.object({ sessions: z.array(z.object({ session: z.string(), labels: sessionLabels })).max(10_000) }),
    z.object({}),
  ),
  /** The session's line in `sessions.json`. */
  "sessions.updateIndex": route(one.extend({ summary: z.string() }), z.object({ session: sessionInfo })),
  "sessions.pinMessage": route(
    one.extend({ message: z.string(), pinned: z.boolean() }),
    z.object({ pinnedMessages: z.array(z.string()) }),
  ),
  /** Moves its files to the trash. */
  "sessions.remove": route(one, z.object({ undo: z.string().nullable() })),
  "sessions.undoRemove": route(z.object({ undo: z.string() }), z.object({ session: sessionInfo })),
  "sessions.search": route(
    z.object({ query: z.string(), limit: z.number().int().positive().max(200).default(50) }),
    z.object({
      hits: z.array(
        z.object({
          session: z.string(),
          message: z.string(),
          title: z.string(),
          excerpt: z.string(),
          timestamp: z.string(),
        }),
      ),
    }),
  ),
  "sessions.export": route(
    one.extend({ format: z.enum(["markdown", "json"]).default("markdown") }),
    z.object({ name: z.string(), text: z.string() }),
  ),
  "sessions.import": route(
    z.object({ agent: z.string().optional(), text: z.string() }),
    z.object({ session: sessionInfo, broken: z.array(brokenLine) }),
  ),
  /** Ends it: the workspace's history gets a commit, and the audit transcript is closed. */
  "sessions.close": route(one, z.object({ commit: z.string().nullable() })),
};

export const sessionsEvents = {
  "sessions.changed": z.object({ session: sessionInfo }),
  "sessions.removed": z.object({ session: z.string() }),
};
