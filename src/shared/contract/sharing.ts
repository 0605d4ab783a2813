import { z } from "zod";
import { noteKind } from "./memory.ts";
import { MAX_PROPOSAL_CHARS, proposal, proposalEffect } from "../model/proposal.ts";
import { route } from "./route.ts";

/** Tokens that another program may ask for at once. */
export const MAX_SHARED_TOKENS = 100_000;

const whose = { agent: z.string().max(200).optional() };

/** What other programs get from a project, and what they propose. */
export const sharingRoutes = {
  /** The prompt's own context for a task, at most this many tokens. Writes nothing, calls no model. */
  "sharing.context": route(
    z.object({
      ...whose,
      task: z.string().min(1).max(20_000),
      tokens: z.number().int().min(100).max(MAX_SHARED_TOKENS),
    }),
    z.object({ text: z.string(), tokens: z.number().int(), exact: z.boolean() }),
  ),
  /** Files of the workspace that another program may read: no secrets, nothing outside the agent's scope. */
  "sharing.files": route(
    z.object(whose),
    z.object({ files: z.array(z.object({ path: z.string(), bytes: z.number().int() })), more: z.boolean() }),
  ),
  /** Fails with `not-found` for a file that may not be read, as for one that does not exist. */
  "sharing.read": route(z.object({ ...whose, path: z.string().max(4_096) }), z.object({ text: z.string() })),
  /** Puts a memory into the inbox. Fails with `inbox-full`. */
  "sharing.propose": route(
    z.object({
      ...whose,
      client: z.string().max(100),
      door: z.enum(["stdio", "http"]),
      kind: noteKind.default("note"),
      text: z.string().trim().min(1).max(MAX_PROPOSAL_CHARS),
    }),
    z.object({ id: z.string(), isNew: z.boolean() }),
  ),
  /** The inbox, newest first. */
  "sharing.inbox": route(z.object({}), z.object({ proposals: z.array(proposal) })),
  "sharing.effect": route(z.object({ id: z.string() }), proposalEffect),
  /** Writes the proposal into today's note, with the user's text if there is one. `change` can be undone. */
  "sharing.accept": route(
    z.object({ id: z.string(), text: z.string().trim().min(1).max(MAX_PROPOSAL_CHARS).optional() }),
    z.object({ path: z.string(), change: z.string().nullable() }),
  ),
  "sharing.decline": route(z.object({ id: z.string() }), z.object({})),
};

export const sharingEvents = {
  "sharing.changed": z.object({ waiting: z.number().int() }),
};
