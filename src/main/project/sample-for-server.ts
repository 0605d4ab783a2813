import { Failure } from "#shared/contract/index.ts";
import type { Sampler } from "../mcp/client/ask-user.ts";
import { costOf } from "../providers/cost-of.ts";
import { followedSpeaker } from "../providers/speaker-of.ts";
import { USUAL_OVERHEAD } from "../tokens/encoding-for-model.ts";
import type { OpenProject } from "./open-project.ts";

/**
 * An answer of a model that a tool server asks for: of the agent that called the server, otherwise of the default
 * agent. The call is in the project's log of calls like every other one.
 */
export const sampleForServer =
  (current: () => OpenProject | null): Sampler =>
  async ({ messages, maxTokens, temperature, stop }, caller) => {
    const project = current();
    if (!project) throw new Failure("mcp-sampling", "No project is open, so there is no model to answer.");
    const agent = caller?.agent ?? project.agents.get();
    const { provider, model } = await followedSpeaker(project, agent);
    if (provider.kind === "builtin")
      throw new Failure("mcp-sampling", `${agent.displayName} has no language model that could answer.`);
    const window = await project.windows.of(agent);
    const { encoding, exact, overhead = USUAL_OVERHEAD } = project.tokens.encodingOf(model);
    const counts = await Promise.all(messages.map(({ content }) => project.tokens.count(content, encoding)));
    const tokens = counts.reduce((sum, count) => sum + count.tokens + overhead.message, overhead.reply);
    if (tokens >= window)
      throw new Failure("mcp-sampling", `The server sent more than fits into the window of ${model}.`);
    const maxOutputTokens = Math.min(maxTokens, window - tokens);
    const { price, local } = await project.providers.priced(provider.id, model);
    const most = { input: tokens, cached: 0, output: maxOutputTokens };
    return {
      shown: {
        agent: agent.displayName,
        provider: provider.name,
        model,
        local,
        tokens,
        exact: exact && counts.every((count) => count.exact),
        maxTokens: maxOutputTokens,
        maxCost: price && costOf(most, price),
      },
      run: async (signal) => {
        let text = "";
        let isCut = false;
        const request = {
          model,
          messages,
          tools: [],
          window,
          maxOutputTokens,
          purpose: "sample",
          about: { session: caller?.session ?? null },
          ...(temperature !== null && { temperature }),
          ...(stop.length > 0 && { stop: [...stop] }),
        } as const;
        for await (const part of provider.chat(request, signal)) {
          if (part.type === "text") text += part.text;
          if (part.type === "finish") isCut = part.reason === "length";
        }
        return { text, isCut };
      },
    };
  };
