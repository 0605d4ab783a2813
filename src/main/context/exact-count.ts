import type { PreviewInput } from "#shared/contract/context.ts";
import { Failure, type Signal } from "#shared/contract/index.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { builtin } from "../providers/builtin/builtin.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { Context } from "./context.ts";

type Rooms = { readonly context: Context; readonly providers: Providers };

/** The provider's own count of the next prompt, beside ours. Fails with `no-exact-count` where it has none. */
export const exactCount = async (
  { context, providers }: Rooms,
  input: PreviewInput,
  signal: Signal,
): Promise<{ tokens: number; ours: number; provider: string }> => {
  const { messages, tools, manifest } = await context.preview(input, signal);
  const { agent } = await context.target(input);
  const provider = await providers.get(agent.provider ?? builtin.id);
  if (!provider.count || agent.model === null) {
    throw new Failure("no-exact-count", `${provider.name} does not count a prompt before it is sent.`);
  }
  if (messages.some(({ pictures }) => pictures !== undefined)) {
    throw new Failure("no-exact-count", "A prompt with pictures is not counted before it is sent.");
  }
  const { max: window, reservedOutput: maxOutputTokens, used: ours } = manifest.window;
  const request = {
    model: agent.model,
    messages,
    tools,
    window,
    maxOutputTokens,
    purpose: "count",
  } as const;
  return { tokens: await provider.count(request, abortSignal(signal)), ours, provider: provider.name };
};

type Counted = { count: { tokens: number; provider: string } | null; problem: string | null };

const NOT_COUNTED: Counted = { count: null, problem: null };

/** The same where the user switched it on for the agent's provider. A failure is no end: the estimate stands. */
export const countBefore = async (rooms: Rooms, input: PreviewInput, signal: Signal): Promise<Counted> => {
  const { agent } = await rooms.context.target(input);
  if (!rooms.providers.countsBefore(agent.provider)) return NOT_COUNTED;
  try {
    const { tokens, provider } = await exactCount(rooms, input, signal);
    return { count: { tokens, provider }, problem: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A prompt that does not fit is said by the preview itself.
    return { count: null, problem: error.message };
  }
};
