import type { WatchedFormat, WatchedKind } from "#shared/model/watched-request.ts";

/** A part of a request as the program sent it. */
export type RequestPart = {
  readonly kind: WatchedKind;
  readonly title: string;
  readonly text: string;
  /** False where the server writes the text in a form of its own: definitions, calls, pictures. */
  readonly asWritten: boolean;
};

export type ReadRequest = {
  readonly model: string | null;
  /** In the order in which servers cache them: definitions, instructions, messages. */
  readonly parts: readonly RequestPart[];
  /** Parts beyond the limit, which are in the last one together. */
  readonly joined: number;
};

/** The format by the path's end, as every server of a format has it. */
export const formatOf = (method: string, path: string): WatchedFormat => {
  if (method !== "POST") return "other";
  if (path.endsWith("/chat/completions")) return "openai-chat";
  if (path.endsWith("/responses")) return "openai-responses";
  return path.endsWith("/messages") ? "anthropic-messages" : "other";
};

/** Parts of one request. A longer conversation keeps its beginning, and the rest is one part. */
export const MAX_PARTS = 4_000;
const MAX_TITLE_CHARS = 120;

/** Null: the body is not a request of that format. */
export const readRequest = (format: WatchedFormat, body: string): ReadRequest | null => {
  const value = parsed(body);
  if (format === "other" || !isRecord(value)) return null;
  const parts = [
    ...list(value["tools"]).map(toolPart),
    ...(format === "openai-chat" ? chatParts(value) : []),
    ...(format === "openai-responses" ? responsesParts(value) : []),
    ...(format === "anthropic-messages" ? messagesParts(value) : []),
  ];
  if (parts.length === 0) return null;
  const model = typeof value["model"] === "string" ? value["model"].slice(0, 200) : null;
  return { model, ...bounded(parts) };
};

type Value = Readonly<Record<string, unknown>>;

const chatParts = ({ messages }: Value): readonly RequestPart[] =>
  list(messages).flatMap((message): readonly RequestPart[] => {
    if (!isRecord(message)) return [];
    const said = textsOf(message["content"]).map((text) => spoken(message["role"], text));
    if (message["role"] === "tool")
      return said.map((part) => ({ ...part, kind: part.kind === "picture" ? part.kind : "result" }));
    return [
      ...thoughts(message["reasoning_content"]),
      ...said,
      ...list(message["tool_calls"]).map((call) => {
        const asked = isRecord(call) && isRecord(call["function"]) ? call["function"] : {};
        return callPart(asked["name"], asked["arguments"]);
      }),
    ];
  });

const responsesParts = ({ instructions, input }: Value): readonly RequestPart[] => [
  ...textsOf(instructions).map((text) => spoken("system", text)),
  ...(typeof input === "string" ? [spoken("user", { text: input })] : list(input).flatMap(responseItem)),
];

const responseItem = (item: unknown): readonly RequestPart[] => {
  if (!isRecord(item)) return [];
  switch (item["type"]) {
    case "reasoning":
      return [...textsOf(item["summary"]), ...textsOf(item["content"])].map(({ text }) => thought(text));
    case "function_call":
    case "custom_tool_call":
      return [callPart(item["name"], item["arguments"] ?? item["input"])];
    case "function_call_output":
    case "custom_tool_call_output":
      return textsOf(item["output"]).map(resultPart);
    case undefined:
    case "message":
      return textsOf(item["content"]).map((text) => spoken(item["role"], text));
    default:
      return [callPart(item["type"], item)];
  }
};

const messagesParts = ({ system, messages }: Value): readonly RequestPart[] => [
  ...textsOf(system).map((text) => spoken("system", text)),
  ...list(messages).flatMap((message): readonly RequestPart[] => {
    if (!isRecord(message)) return [];
    const { role, content } = message;
    if (typeof content === "string") return [spoken(role, { text: content })];
    return list(content).flatMap((block): readonly RequestPart[] => {
      if (!isRecord(block)) return [];
      if (block["type"] === "tool_use" || block["type"] === "server_tool_use")
        return [callPart(block["name"], block["input"])];
      if (block["type"] === "tool_result") return textsOf(block["content"]).map(resultPart);
      if (block["type"] === "thinking") return thoughts(block["thinking"]);
      return textsOf([block]).map((text) => spoken(role, text));
    });
  }),
];

type Text = { readonly text: string; readonly picture?: true };

/** The texts of a content: a string, or a list of blocks. Anything else is a picture, or is shown as its JSON. */
const textsOf = (content: unknown): readonly Text[] => {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return list(content).map((block): Text => {
    if (!isRecord(block)) return { text: String(block) };
    if (typeof block["text"] === "string") return { text: block["text"] };
    if (typeof block["refusal"] === "string") return { text: block["refusal"] };
    const type = typeof block["type"] === "string" ? block["type"] : "";
    return /image|document|file|audio/.test(type)
      ? { text: json(block), picture: true }
      : { text: json(block) };
  });
};

const spoken = (role: unknown, { text, picture }: Text): RequestPart => {
  if (picture) return { kind: "picture", title: "Picture or file", text, asWritten: false };
  const kind =
    role === "assistant" ? "assistant" : role === "system" || role === "developer" ? "system" : "user";
  return { kind, title: firstLine(text), text, asWritten: true };
};

const resultPart = ({ text, picture }: Text): RequestPart =>
  picture
    ? { kind: "picture", title: "Picture or file", text, asWritten: false }
    : { kind: "result", title: firstLine(text), text, asWritten: true };

const thought = (text: string): RequestPart => ({
  kind: "thinking",
  title: firstLine(text),
  text,
  asWritten: true,
});

const thoughts = (text: unknown): readonly RequestPart[] =>
  typeof text === "string" && text !== "" ? [thought(text)] : [];

const callPart = (name: unknown, args: unknown): RequestPart => ({
  kind: "call",
  title: nameText(name),
  text: `${nameText(name)} ${typeof args === "string" ? args : json(args)}`,
  asWritten: false,
});

const toolPart = (tool: unknown): RequestPart => {
  const inner = isRecord(tool) && isRecord(tool["function"]) ? tool["function"] : tool;
  const name = isRecord(inner) ? (inner["name"] ?? inner["type"]) : "";
  return { kind: "tool", title: nameText(name), text: json(tool), asWritten: false };
};

const nameText = (name: unknown): string =>
  typeof name === "string" && name !== "" ? name.slice(0, MAX_TITLE_CHARS) : "unnamed";

const firstLine = (text: string): string => {
  const line = text.slice(0, 1_000).trimStart().split("\n", 1)[0]?.trim() ?? "";
  return line.length > MAX_TITLE_CHARS ? `${line.slice(0, MAX_TITLE_CHARS)}…` : line;
};

/** Without the marks of what shall be cached: they move from request to request, and are no text. */
const json = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (key === "cache_control" ? undefined : inner)) ?? "";

const bounded = (parts: readonly RequestPart[]): Pick<ReadRequest, "parts" | "joined"> => {
  const [first, rest] = [parts.slice(0, MAX_PARTS), parts.slice(MAX_PARTS)];
  const [next] = rest;
  if (!next) return { parts: first, joined: 0 };
  const text = rest.map((part) => part.text).join("\n");
  return { parts: [...first, { ...next, text, asWritten: false }], joined: rest.length };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isRecord = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value);
