import type { Message } from "#shared/model/manifest.ts";
import type { Fitted } from "./fit/fit.ts";
import type { Candidate, Gathered, HistoryMessage } from "./types.ts";

export type Rendered = {
  readonly messages: readonly Message[];
  /** The place of each candidate, by id. Candidates outside the messages and those not sent have none. */
  readonly places: ReadonlyMap<string, { readonly message: number; readonly range: [number, number] }>;
};

/** System message, data message, history: each only when it has text. */
export const render = (gathered: Gathered, fitted: Fitted): Rendered => {
  const messages: Message[] = [];
  const places = new Map<string, { message: number; range: [number, number] }>();

  const compose = (place: Candidate["place"], role: Message["role"]) => {
    const parts = fitted.plan.candidates.filter((each) => each.place === place);
    const index = messages.length;
    let content = "";
    for (const part of parts) {
      if (part.text === "" || part.inside) continue;
      const from = content.length + leadingNewlines(part.edges?.head ?? part.text);
      content += part.text;
      places.set(part.id, { message: index, range: [from, content.length] });
    }
    for (const part of parts) {
      const host = part.inside && parts.find((each) => each.id === part.inside?.host);
      const at = host && places.get(host.id);
      if (!part.inside || !host || !at) continue;
      const start = at.range[0] - leadingNewlines(host.text) + part.inside.at;
      places.set(part.id, {
        message: index,
        range: [start + leadingNewlines(part.text), start + part.text.length],
      });
    }
    if (content !== "") messages.push({ role, content });
  };

  compose("system", "system");
  compose("data", "user");
  for (const [index, candidate] of fitted.history.entries()) {
    const message = gathered.history[index];
    if (!message || candidate.status !== "included") continue;
    places.set(candidate.id, { message: messages.length, range: [0, message.content.length] });
    messages.push(sentMessage(message));
  }
  return { messages, places };
};

/** Cached per message object, because a history may be long. */
const sentMessage = (message: HistoryMessage): Message => {
  const known = sentMessages.get(message);
  if (known) return known;
  const { role, content, toolCalls, toolCallId, pictures } = message;
  const sent: Message = {
    role,
    content,
    ...(toolCalls ? { toolCalls } : {}),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(pictures === undefined ? {} : { pictures }),
  };
  sentMessages.set(message, sent);
  return sent;
};

const sentMessages = new WeakMap<HistoryMessage, Message>();

/** The separator before a part does not belong to the part. */
const leadingNewlines = (text: string): number => {
  let at = 0;
  while (text.charCodeAt(at) === 10) at++;
  return at;
};
