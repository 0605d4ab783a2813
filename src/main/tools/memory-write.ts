import { z } from "zod";
import type { Origin } from "#shared/model/origin.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { noteKinds } from "../memory/learn/daily-notes.ts";
import { tool } from "./tool.ts";

/** Stores one note; returns the project-relative path of its file, or null when it was known. */
export type WriteNote = (
  agent: Agent,
  /** The call: its conversation, the turn it belongs to, and its origin. */
  from: { readonly session: string | null; readonly turn: string | undefined; readonly origin: Origin },
  note: { readonly kind: (typeof noteKinds)[number]; readonly text: string },
) => Promise<string | null>;

export const memoryWrite = (writeNote: WriteNote) =>
  tool({
    name: "memory_write",
    description:
      "Writes one fact into today's note, to be recalled later. The person sees it and can undo it.",
    input: z.object({
      text: z.string().trim().min(1).max(4000).describe("One sentence that stands on its own."),
      kind: z.enum(noteKinds).default("note"),
    }),
    asks: false,
    trustedOnly: true,
    shared: false,
    listed: (agent) => agent.memory.enabled,
    run: async (note, { agent, session, origin, by }) => {
      const path = await writeNote(agent, { session, turn: by.turn, origin }, note);
      return path === null ? "That is known already; nothing was written." : `Noted in ${path}.`;
    },
  });
