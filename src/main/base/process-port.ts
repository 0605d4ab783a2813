import type { RequestPort } from "./answer-requests.ts";
import { parentChannel } from "./parent-channel.ts";

/** For a worker that runs in a process of its own: what it was started with, and its port for `answerRequests`. */
export const processPort = async (): Promise<{
  readonly start: unknown;
  readonly port: RequestPort;
}> => {
  const channel = parentChannel();
  const started = Promise.withResolvers<unknown>();
  const early: unknown[] = [];
  let hear: ((message: unknown) => void) | null = null;
  let isStarted = false;
  channel.onMessage((message) => {
    if (!isStarted) {
      isStarted = true;
      started.resolve(message);
    } else if (hear) hear(message);
    else early.push(message);
  });
  const start = await started.promise;
  return {
    start,
    port: {
      postMessage: (message) => channel.post(message),
      on: (_event, listener) => {
        // As from a thread: never while the caller is still setting up.
        setImmediate(() => {
          hear = listener as (message: unknown) => void;
          for (const message of early.splice(0)) hear(message);
        });
      },
      close: () => process.exit(),
    },
  };
};
