import type { ChatPart, ChatRequest, Provider } from "../provider.ts";
import { bestPassages } from "./best-passages.ts";

export const builtinModel = "passages";

/**
 * Uses no model: it answers with the passages of the user's own files in the prompt that best match the
 * question, with links to the files, and says so. It makes the app useful on first start, offline.
 */
export const builtin: Provider = {
  id: "builtin",
  kind: "builtin",
  name: "Built-in",
  chat: async function* (request, signal): AsyncGenerator<ChatPart> {
    for (const text of answer(request)) {
      signal.throwIfAborted();
      yield { type: "text", text };
    }
    yield { type: "finish", reason: "stop", usage: { input: null, cached: null, output: null } };
  },
  models: async () => [
    { id: builtinModel, name: "Built-in (no language model)", window: { trained: null, served: null } },
  ],
  window: async () => ({ trained: null, served: null, sees: false }),
};

const answer = (request: ChatRequest): string[] => {
  const question = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
  const found = bestPassages(question, request.passages ?? [], 3);
  if (found.length === 0) {
    return [
      "I am not a language model. I only look up passages in the files and notes that would be sent to one, ",
      "and nothing there matches these words. Connect a model in the settings to get an answer.",
    ];
  }
  return [
    "I am not a language model. These passages of your files match your words best:\n\n",
    ...found.map(({ source, text }) => `**${linked(source)}**\n\n${quoted(text)}\n\n`),
  ];
};

/**
 * A source that is a file, with its line, is a link to it; a conversation or a learned memory is only named.
 */
const linked = (source: string): string => {
  const [, path = "", line] = /^(.*?)(?:#(\d+))?$/s.exec(source) ?? [];
  if (/^[a-z]+:/.test(path) || !/[/.]/.test(path)) return path;
  const address = path.split("/").map(encodeURIComponent).join("/");
  const name = path.replaceAll(/[[\]\\*_`<>]/g, String.raw`\$&`);
  return `[${name}](/${address})${line === undefined ? "" : `, line ${line}`}`;
};

const quoted = (text: string) =>
  text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
