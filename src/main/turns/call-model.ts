import type { Origin } from "#shared/model/origin.ts";
import type { Clock } from "../base/clock.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ChatRequest, FinishReason, Provider, Usage } from "../providers/provider.ts";
import { answerLimits } from "../providers/answer-limits.ts";
import { retryDelay } from "../providers/retry-delay.ts";
import type { PartialReply } from "../sessions/partial-reply.ts";
import { cutStart } from "../base/cut-text.ts";
import type { TurnPorts } from "./turn-ports.ts";

export type ModelCall = {
  readonly provider: Provider;
  readonly request: ChatRequest;
  readonly session: string;
  /** The id the answer will have, and the entry it answers. */
  readonly entry: string;
  readonly parentId: string;
  /** Of the answer: the lowest of what the model reads. */
  readonly origin: Origin;
};

export type ModelAnswer = {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  readonly usage: Usage;
  readonly reason: FinishReason;
  /** Calls beyond those that are run. */
  readonly cutCalls: number;
  /** Milliseconds from the request to the first piece of the answer; null when it had none. */
  readonly firstAfter: number | null;
  /** Milliseconds from the request to its end. */
  readonly ms: number;
  /** The answer on disk, until the caller has stored it. */
  readonly partial: PartialReply;
};

/** Tool calls of one answer that are run. */
const MAX_CALLS = 32;

export type CallPorts = Pick<TurnPorts, "clock" | "sessions" | "wait" | "emit">;

/** The call was stopped or failed for good; the received part is kept. */
export class BrokenCall extends Error {
  readonly partial: PartialReply;
  readonly firstAfter: number | null;
  readonly ms: number;

  constructor(
    partial: PartialReply,
    { firstAfter, ms }: Pick<ModelAnswer, "firstAfter" | "ms">,
    cause: unknown,
  ) {
    super("The answer broke off.", { cause });
    this.partial = partial;
    this.firstAfter = firstAfter;
    this.ms = ms;
  }
}

/** How long one attempt took so far. */
class Stopwatch {
  readonly #clock: Clock;
  readonly #asked: number;
  #firstAfter: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#asked = clock.now().getTime();
  }

  heard(): void {
    this.#firstAfter ??= this.#since();
  }

  get times(): Pick<ModelAnswer, "firstAfter" | "ms"> {
    return { firstAfter: this.#firstAfter, ms: this.#since() };
  }

  #since(): number {
    return this.#clock.now().getTime() - this.#asked;
  }
}

/**
 * One answer, with retries where they help. Every piece is on disk before it is reported. A retry starts the
 * answer again; when it fails for good, `BrokenCall` contains what was received last.
 */
export const callModel = async (
  call: ModelCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  for (let attempt = 0; ; attempt++) {
    const { session, entry, parentId, origin } = call;
    const header = { id: entry, parentId, timestamp: ports.clock.now().toISOString(), origin };
    const partial = await ports.sessions.beginReply(session, header);
    const watch = new Stopwatch(ports.clock);
    try {
      return await receive(call, partial, watch, ports, signal);
    } catch (error) {
      const delay = error instanceof Failure && !signal.aborted ? retryDelay(error, attempt) : null;
      if (delay === null || !(error instanceof Failure)) throw new BrokenCall(partial, watch.times, error);
      const { times } = watch;
      ports.emit({ event: "chat.retrying", session, entry, delay, failure: error.toValue() });
      await ports.wait(delay, signal).catch((stopped: unknown) => {
        throw new BrokenCall(partial, times, stopped);
      });
      await partial.close();
    }
  }
};

const receive = async (
  { provider, request, session, entry }: ModelCall,
  partial: PartialReply,
  watch: Stopwatch,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  const calls: { id: string; name: string; args: unknown }[] = [];
  let at = 0;
  let text = "";
  let cutCalls = 0;
  const limits = answerLimits(request.maxOutputTokens);
  const done = (reason: FinishReason, usage: Usage): ModelAnswer => ({
    text: partial.text,
    calls,
    cutCalls,
    usage,
    reason,
    partial,
    ...watch.times,
  });
  for await (const part of provider.chat(request, signal)) {
    if (part.type !== "finish") watch.heard();
    switch (part.type) {
      case "text":
        at = partial.text.length;
        text = cutStart(part.text, limits.text - at);
        await partial.add(text);
        ports.emit({ event: "chat.delta", session, entry, text, kind: "text", at });
        break;
      case "reasoning":
        await partial.add(part.text, "reasoning");
        ports.emit({ event: "chat.delta", session, entry, text: part.text, kind: "reasoning" });
        break;
      case "tool-call":
        if (calls.length < MAX_CALLS) calls.push({ id: part.id, name: part.name, args: part.args });
        else cutCalls += 1;
        break;
      case "finish":
        return done(part.reason, part.usage);
    }
    const isTooLong = partial.text.length >= limits.text || partial.reasoning.length > limits.thoughts;
    if (isTooLong) return done("length", NO_USAGE);
  }
  throw new Failure("stream-dropped", `${provider.name} stopped without saying so.`);
};

export const NO_USAGE: Usage = { input: null, cached: null, output: null };
