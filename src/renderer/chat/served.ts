import { useCallback, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { McpOffers } from "#shared/contract/mcp.ts";
import { visiblePath } from "#shared/model/visible-text.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { AttachedFile } from "./attached.ts";
import type { ChatStore } from "./chat-state.ts";
import { tell } from "./session-commands.ts";
import type { Suggestion } from "./suggestions.tsx";

export type ServedPrompt = McpOffers["prompts"][number];

/** More would only be scrolled past. */
const MAX_SHOWN = 6;

const NONE: McpOffers = { resources: [], prompts: [] };

export type PromptArgs = { name: string; value: string }[];

/** Resources and prompts of tool servers; read when they are about to be shown. A prompt may need words first. */
export const useServed = (
  client: Client,
  store: ChatStore,
  agent: string | undefined,
  onNeedsWords: (prompt: ServedPrompt) => void,
) => {
  const [served, setServed] = useState<McpOffers>(NONE);
  const onServed = useCallback(() => {
    client.call("mcp.offers", agent === undefined ? {} : { agent }).then(setServed, () => {});
  }, [client, agent]);
  const attach = (read: () => Promise<Read>) =>
    void tell(async () => store.getState().attach(asAttached(await read())));
  const fill = ({ server, name }: ServedPrompt, args: PromptArgs) =>
    attach(() => client.call("mcp.prompt", { server, name, args }));
  return {
    served,
    onServed,
    onResource: ({ server, uri }: McpOffers["resources"][number]) =>
      attach(() => client.call("mcp.resource", { server, uri })),
    onServedPrompt: (prompt: ServedPrompt) =>
      prompt.args.length === 0 ? fill(prompt, []) : onNeedsWords(prompt),
    fill,
  };
};

export const resourceSuggestions = ({ resources }: McpOffers, query: string): readonly Suggestion[] =>
  resources
    .filter(({ server, name, uri }) => matches(`${server} ${name} ${uri}`, query))
    .slice(0, MAX_SHOWN)
    .map(({ server, name, text, uri, size }) => ({
      id: keyOf(server, uri),
      kind: "resource",
      label: visiblePath(name),
      detail: visiblePath(`${server} · ${text || uri}`),
      ...(size !== null && { cost: t.providers.bytes(formatCount(size)) }),
    }));

export const promptSuggestions = ({ prompts }: McpOffers, query: string): readonly Suggestion[] =>
  prompts
    .filter(({ name }) => matches(name, query))
    .slice(0, MAX_SHOWN)
    .map(({ server, name, text }) => ({
      id: keyOf(server, name),
      kind: "served-prompt",
      label: visiblePath(name),
      detail: visiblePath(`${server} · ${text}`),
    }));

export const resourceOf = ({ resources }: McpOffers, id: string) =>
  resources.find(({ server, uri }) => keyOf(server, uri) === id);
export const promptOf = ({ prompts }: McpOffers, id: string) =>
  prompts.find(({ server, name }) => keyOf(server, name) === id);

const keyOf = (server: string, what: string) => `${server} ${what}`;

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

type Read = { readonly path: string; readonly text: string; readonly left: number };

/** A text of a server as it is attached. What was left out of it is said. */
const asAttached = ({ path, text, left }: Read): AttachedFile => {
  if (left > 0) notify(t.chat.served.cut(formatCount(left)), { kind: "bad" });
  return { path, text, outside: true };
};
