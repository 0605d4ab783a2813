/** How programs are told to use a different address. `text` is what is copied. */
export type WatchSetting = { readonly name: string; readonly text: string };

/** For a server that has its API under `/v1`, as OpenAI and Anthropic have. */
export const watchSettings = (address: string): readonly WatchSetting[] => [
  { name: "Claude Code", text: `ANTHROPIC_BASE_URL=${address} claude` },
  {
    name: "Codex",
    text: `codex -c model_providers.watch.name=watch -c model_providers.watch.base_url=${address}/v1 -c model_providers.watch.env_key=OPENAI_API_KEY -c model_provider=watch`,
  },
  { name: "OpenAI SDKs", text: `OPENAI_BASE_URL=${address}/v1` },
  { name: "Anthropic SDKs", text: `ANTHROPIC_BASE_URL=${address}` },
  { name: "Others", text: `${address}/v1` },
];
