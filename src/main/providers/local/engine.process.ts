import { Failure } from "#shared/contract/failure.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import { parentChannel } from "../../base/parent-channel.ts";
import type { EngineRequest, EngineStart, EngineValue, FromEngine, ToEngine } from "./engine-protocol.ts";
import { engineFailure } from "./engine-failure.ts";

/** A process with one model in it. See `engine-protocol.ts`. */
const channel = parentChannel();
const say = (message: FromEngine) => channel.post(message);

type Engine = {
  answer(id: number, request: EngineRequest, signal: AbortSignal): Promise<EngineValue>;
};

const stops = new Map<number, AbortController>();
const turns = new OneAtATime();
let engine: Promise<Engine> | null = null;

channel.onMessage((raw) => {
  const message = raw as ToEngine;
  if ("start" in message) engine ??= open(message.start);
  else if ("stop" in message) stops.get(message.stop)?.abort();
  else void answer(message.id, message.request);
});

const open = async (start: EngineStart): Promise<Engine> => {
  try {
    return start.job === "count" ? await counting(start) : await talking(start);
  } catch (error) {
    say({ failure: engineFailure(error, start).toValue() });
    throw error;
  }
};

const counting = async (start: EngineStart): Promise<Engine> => {
  const { openCountModel } = await import("./count-model.ts");
  const model = await openCountModel(start);
  say({ ready: model.facts });
  return {
    answer: async (_id, request) => {
      if (request.kind === "count-text") return model.text(request.text, request.cuts);
      if (request.kind === "count-prompt") return { tokens: model.prompt(request.prompt) };
      throw new Error("This process only counts.");
    },
  };
};

const talking = async (start: EngineStart): Promise<Engine> => {
  const { openTalkModel } = await import("./talk-model.ts");
  const model = await openTalkModel(start, (progress) => say({ progress }));
  say({ ready: model.facts });
  return {
    answer: async (id, request, signal) => {
      if (request.kind === "weigh") return model.weigh(request, signal);
      if (request.kind === "end-weighing") return model.endWeighing();
      if (request.kind !== "chat") throw new Error("This process only answers.");
      await model.chat(request.prompt, request.sampling, (part) => say({ id, part }), signal);
      return null;
    },
  };
};

const answer = async (id: number, request: EngineRequest): Promise<void> => {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    const model = await engine;
    if (!model) throw new Error("No model was named.");
    const value = await turns.run(async () => {
      stop.signal.throwIfAborted();
      return model.answer(id, request, stop.signal);
    });
    say({ id, value });
  } catch (error) {
    if (!stop.signal.aborted) say({ id, failure: engineFailure(error, null).toValue() });
    else say({ id, failure: new Failure("stopped", "The answer was stopped.").toValue() });
  } finally {
    stops.delete(id);
  }
};
