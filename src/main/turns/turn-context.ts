import type { Events } from "#shared/contract/index.ts";
import type { Context } from "../context/context.ts";
import type { ServedWindows } from "../providers/served-windows.ts";
import type { TurnPorts } from "./turn-ports.ts";

/** Assembles the prompts of a turn with the server's current window, and reports each run. */
export const turnContext = (rooms: {
  readonly context: Context;
  readonly windows: ServedWindows;
  readonly defaultModel: () => string | null;
  readonly emit: (event: Events) => void;
}): TurnPorts["context"] => ({
  run: async (request, signal) => {
    await rooms.windows.of(request.agent);
    // Counted as in a preview: Built-in has no tokenizer.
    const model = request.agent.model ?? rooms.defaultModel();
    return rooms.context.run({ ...request, model }, signal);
  },
  record: async (assembled) => {
    const run = await rooms.context.record(assembled);
    rooms.emit({ event: "context.ran", run });
    return run;
  },
});
