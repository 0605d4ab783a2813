import type { GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/client";
import { Failure } from "#shared/contract/index.ts";
import { cutStart } from "../../base/cut-text.ts";
import { partText } from "./result-text.ts";

/** Characters of one text; what a prompt can use of it is far less. */
const MAX_CHARS = 400_000;
const MAX_PARTS = 200;

export type ServedText = { readonly text: string; readonly left: number };

/** A resource as text. Fails with `mcp-not-text` when it has none. */
export const resourceAsText = ({ contents }: ReadResourceResult): ServedText => {
  const texts = contents.slice(0, MAX_PARTS).flatMap((part) => ("text" in part ? [part.text] : []));
  if (texts.length === 0)
    throw new Failure("mcp-not-text", "This is not text, so it cannot be attached to a message.");
  return bounded(texts.join("\n\n"));
};

/** A prompt as one text. One that has several speakers names them. */
export const promptAsText = ({ messages }: GetPromptResult): ServedText => {
  const said = messages.slice(0, MAX_PARTS).map(({ role, content }) => ({ role, text: partText(content) }));
  if (said.length === 0) throw new Failure("mcp-not-text", "The server gave an empty prompt.");
  const isOne = said.every(({ role }) => role === "user");
  return bounded(said.map(({ role, text }) => (isOne ? text : `${SPEAKERS[role]}: ${text}`)).join("\n\n"));
};

const SPEAKERS = { user: "User", assistant: "Assistant" } as const;

const bounded = (whole: string): ServedText => {
  const text = cutStart(whole, MAX_CHARS);
  return { text, left: whole.length - text.length };
};
