import type { Message } from "../../src/shared/model/manifest.ts";
import type { ReceivedRequest } from "./start-wire-server.ts";

type Said = { readonly role: string; readonly content: Content };

/** Null: an answer that only called tools. */
type Content = string | null | readonly { readonly text?: string }[];

/**
 * Role and text of each message as a server received it; the system prompt first, wherever the format has it.
 */
export const receivedTexts = (request: ReceivedRequest | undefined): readonly string[] => {
  if (!request) return [];
  const {
    system,
    input,
    messages = input ?? [],
  } = request.body as {
    system?: Content;
    messages?: readonly Said[];
    /** OpenAI's own name for them. */
    input?: readonly Said[];
  };
  const first = system === undefined ? [] : [{ role: "system", content: system }];
  return [...first, ...messages].map(({ role, content }) => `${role}: ${textOf(content)}`);
};

/** The same for the messages of a preview. */
export const promisedTexts = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ role, content }) => `${role}: ${content}`);

const textOf = (content: Content) =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");
