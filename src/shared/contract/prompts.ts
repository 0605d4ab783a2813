import { z } from "zod";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

/** Becomes a file name, and what is typed after the slash. */
export const promptName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "letters a to z, digits and dashes, at most 40");

/** A text of the user's own that is put into messages. */
export const savedPrompt = z.object({ name: promptName, text: z.string() });
export type SavedPrompt = z.output<typeof savedPrompt>;

/** What the slash offers beside commands. `tokens` is what it adds to a prompt, or already takes in it. */
const offer = z.object({ name: z.string(), text: z.string(), tokens: z.number().int() });
export type Offer = z.output<typeof offer>;

export const offers = z.object({
  /** Loaded by the agent when it needs one; `tokens` is the size of its text then. */
  skills: z.array(offer),
  /** Their definitions are part of each prompt. */
  tools: z.array(offer),
  prompts: z.array(offer),
  /** False: the counts are estimates. */
  exact: z.boolean(),
});
export type Offers = z.output<typeof offers>;

const all = z.object({ prompts: z.array(savedPrompt) });

export const promptsRoutes = {
  /** Skills and tools of the agent that answers in a conversation, and the user's own prompts. */
  "prompts.offers": route(z.object({ session: sessionId.optional(), agent: z.string().optional() }), offers),
  "prompts.list": route(z.object({}), all),
  /** Adds or replaces a text. Fails with `too-many-prompts` and `prompt-too-long`. */
  "prompts.save": route(savedPrompt, all),
  /** Returns what was removed, so that it can be saved again. */
  "prompts.remove": route(z.object({ name: promptName }), all.extend({ removed: savedPrompt.nullable() })),
};
