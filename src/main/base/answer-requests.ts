import type { MessagePort } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import type { WorkerMessage, WorkerReply } from "./worker-client.ts";

/** The worker's side of a `WorkerClient`: answers each request by its id. Failures travel as values. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers infer it from their answer.
export const answerRequests = <Request, Value>(
  port: MessagePort | null,
  answer: (request: Request) => Value | Promise<Value>,
  close: () => void = () => {},
): void => {
  if (!port) throw new Error("This file runs as a worker.");
  const reply = async (id: number, request: Request): Promise<WorkerReply<Value>> => {
    try {
      return { id, value: await answer(request) };
    } catch (error) {
      if (error instanceof Failure) return { id, failure: error.toValue() };
      return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  port.on("message", (message: WorkerMessage<Request>) => {
    if (!("close" in message)) {
      void reply(message.id, message.request).then((sent) => port.postMessage(sent));
      return;
    }
    close();
    port.close();
  });
};
