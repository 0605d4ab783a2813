import { z } from "zod";

/** One field of a form that a server wants filled in. Names and texts are the server's. */
export const mcpField = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  required: z.boolean(),
  kind: z.enum(["text", "number", "integer", "yes-no", "choice", "choices"]),
  format: z.enum(["email", "uri", "date", "date-time"]).nullable(),
  /** Of a number its value, of a text its characters, of choices how many. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  options: z.array(z.object({ value: z.string(), title: z.string() })),
  /** What is filled in at first. */
  initial: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
});
export type McpField = z.output<typeof mcpField>;

const asked = { id: z.string(), server: z.string(), at: z.string() };

export const mcpQuestion = z.discriminatedUnion("kind", [
  z.object({ ...asked, kind: z.literal("form"), message: z.string(), fields: z.array(mcpField) }),
  /** It wants an answer of a model. */
  z.object({
    ...asked,
    kind: z.literal("sampling"),
    /** What would be sent, and nothing else. */
    messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), text: z.string() })),
    agent: z.string(),
    /** The name of the model server. */
    provider: z.string(),
    model: z.string(),
    /** The model runs on this machine. */
    local: z.boolean(),
    tokens: z.number().int(),
    exact: z.boolean(),
    /** Tokens that the answer may have. */
    maxTokens: z.number().int(),
    /** Dollars when the answer is as long as it may be; null when no price is known. */
    maxCost: z.number().nullable(),
  }),
]);
export type McpQuestion = z.output<typeof mcpQuestion>;

export const mcpAnswer = z.object({
  id: z.string(),
  /** `decline`: no. `cancel`: closed without an answer. */
  action: z.enum(["accept", "decline", "cancel"]),
  /** Of a form; a list, because names are the server's. */
  values: z
    .array(
      z.object({
        name: z.string(),
        value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
      }),
    )
    .max(100)
    .default([]),
  never: z.boolean().default(false),
});
export type McpAnswer = z.output<typeof mcpAnswer>;
