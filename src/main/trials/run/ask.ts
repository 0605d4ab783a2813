import { createHash } from "node:crypto";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import { samplingOf } from "#shared/model/sampling.ts";
import { MAX_ANSWER_CHARS, type Variant } from "#shared/model/trial.ts";
import { cutStart } from "../../base/cut-text.ts";
import type { Assembled } from "../../context/assemble.ts";
import { answerLimits } from "../../providers/answer-limits.ts";
import { costOf } from "../../providers/cost-of.ts";
import type { ChatRequest, FinishReason, Provider, Usage } from "../../providers/provider.ts";
import { retryDelay } from "../../providers/retry-delay.ts";
import { chatRequestOf } from "../../turns/chat-request.ts";
import type { AskPorts } from "../trials-ports.ts";

/** The agent as a variant has it, and what a preview needs to assemble its prompts. */
export type Asker = { readonly agent: Agent; readonly provider: Provider; readonly model: string };

export const askerOf = async (variant: Variant, ports: AskPorts): Promise<Asker> => {
  const { agent } = await ports.context.target({ agent: variant.agent, choice: choiceOf(variant) });
  return { agent, ...(await ports.speaker(agent)) };
};

/** The prompt of a question, as a conversation that begins with it would have it. Stores nothing. */
export const promptOf = async (
  question: string,
  variant: Variant,
  { agent }: Asker,
  ports: AskPorts,
  signal?: AbortSignal,
): Promise<Assembled> => {
  await ports.window(agent);
  const { overrides } = variant;
  return ports.context.preview(
    {
      message: question,
      ...(variant.agent !== undefined && { agent: variant.agent }),
      choice: choiceOf(variant),
      ...(variant.profile !== undefined && { profile: variant.profile }),
      ...(overrides && { overrides }),
      include: ["messages", "manifest"],
    },
    signal,
  );
};

const choiceOf = (variant: Variant): AnswerChoice => ({
  ...(variant.model !== undefined && { model: variant.model }),
  ...(variant.profile !== undefined && { profile: variant.profile }),
  ...samplingOf(variant),
});

export type Heard = {
  readonly text: string;
  readonly tools: readonly string[];
  readonly ending: string | null;
  readonly read: number;
  readonly wrote: number;
  readonly exact: boolean;
  readonly ms: number;
  readonly cost: number | null;
  readonly local: boolean;
};

/** One answer to an assembled prompt. */
export const answerTo = async (
  assembled: Assembled,
  { agent, provider, model }: Asker,
  ports: AskPorts,
  signal: AbortSignal,
): Promise<Heard> => {
  const request = chatRequestOf(assembled, { provider, model, sampling: agent.sampling, purpose: "trial" });
  return hearAnswer(request, provider, assembled.manifest.window.used, ports, signal);
};

/**
 * Asks, with retries where they help. Fails with the provider's failure, unless it is about this prompt alone: then
 * the failure is the answer, because asking again would not change it.
 */
export const hearAnswer = async (
  request: ChatRequest,
  provider: Provider,
  counted: number,
  ports: AskPorts,
  signal: AbortSignal,
): Promise<Heard> => {
  for (let attempt = 0; ; attempt++) {
    const asked = ports.clock.now().getTime();
    try {
      const heard = await receive(request, provider, signal);
      return await billed(heard, request, provider, counted, asked, ports);
    } catch (error) {
      if (!(error instanceof Failure) || signal.aborted) throw error;
      if (ABOUT_THIS_PROMPT.has(error.code)) {
        const none = { text: "", tools: [], reason: "other", usage: NO_USAGE, thoughts: 0 } as const;
        const bill = await billed(none, request, provider, 0, asked, ports);
        return { ...bill, ending: error.code, read: 0, wrote: 0, cost: null };
      }
      const delay = retryDelay(error, attempt);
      if (delay === null) throw error;
      await ports.wait(delay, signal);
    }
  }
};

/** A prompt that is too long, or that the server refuses, stays so. */
const ABOUT_THIS_PROMPT: ReadonlySet<string> = new Set(["context-length"]);

const NO_USAGE: Usage = { input: null, cached: null, output: null };

type Received = {
  readonly text: string;
  readonly tools: readonly string[];
  readonly reason: FinishReason;
  readonly usage: Usage;
  /** Characters of reasoning, which are written and paid for but are no answer. */
  readonly thoughts: number;
};

const receive = async (request: ChatRequest, provider: Provider, signal: AbortSignal): Promise<Received> => {
  const limits = answerLimits(request.maxOutputTokens);
  const pieces: string[] = [];
  const tools: string[] = [];
  let length = 0;
  let thoughts = 0;
  const done = (reason: FinishReason, usage: Usage): Received => ({
    text: pieces.join(""),
    tools,
    reason,
    usage,
    thoughts,
  });
  for await (const part of provider.chat(request, signal)) {
    if (part.type === "finish") return done(part.reason, part.usage);
    if (part.type === "text") {
      const room = Math.min(limits.text, MAX_ANSWER_CHARS) - length;
      pieces.push(cutStart(part.text, room));
      length += part.text.length;
    } else if (part.type === "reasoning") thoughts += part.text.length;
    else if (tools.length < MAX_TOOLS) tools.push(part.name);
    if (length > Math.min(limits.text, MAX_ANSWER_CHARS) || thoughts > limits.thoughts)
      return done("length", NO_USAGE);
  }
  throw new Failure("stream-dropped", `${provider.name} stopped without saying so.`);
};

/** Names of tools that are kept of one answer. */
const MAX_TOOLS = 32;

const billed = async (
  { text, tools, reason, usage, thoughts }: Received,
  { model }: ChatRequest,
  provider: Provider,
  counted: number,
  asked: number,
  ports: AskPorts,
): Promise<Heard> => {
  const ms = Math.max(0, ports.clock.now().getTime() - asked);
  const { price, local } = await ports.priced(provider.id, model);
  const read = usage.input ?? counted;
  // Thoughts are not kept; where the provider does not count them, four characters are taken for a token.
  const wrote = usage.output ?? (await ports.count(text, model)) + Math.ceil(thoughts / 4);
  return {
    text,
    tools: [...tools],
    ending: endingOf(text, tools, reason),
    read,
    wrote,
    exact: usage.input !== null && usage.output !== null,
    ms,
    cost: price && costOf({ input: read, output: wrote, cached: usage.cached }, price),
    local,
  };
};

const endingOf = (text: string, tools: readonly string[], reason: FinishReason): string | null => {
  if (reason === "length" || reason === "refused") return reason;
  if (text.trim() !== "") return null;
  return tools.length > 0 ? "tools" : "empty";
};

/** The same for the same prompt. */
export const promptMark = ({ messages, tools }: Assembled): string =>
  createHash("sha256")
    .update(JSON.stringify([messages, tools]))
    .digest("hex")
    .slice(0, 16);
