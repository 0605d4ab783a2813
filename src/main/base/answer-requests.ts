import { Failure } from "#shared/contract/failure.ts";
import type { WorkerMessage, WorkerNews, WorkerReply } from "./worker-client.ts";

/** The worker's end of the line to its client: a thread's `parentPort`, or a process's (`process-port.ts`). */
export type RequestPort = {
  postMessage(message: unknown): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- as Node declares it.
  on(event: "message", listener: (message: any) => void): unknown;
  close(): void;
};

/** What a worker has for each request. */
export type Asked = {
  /** Aborted when the caller does not wait any more. A worker that ignores it finishes, and nobody reads that. */
  readonly signal: AbortSignal;
};

/**
 * The worker's side of a `WorkerClient`: answers each request by its id. Failures travel as values. Returns the
 * function that reports news.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers infer it from their answer.
export const answerRequests = <Request, Value, News = never>(
  port: RequestPort | null,
  answer: (request: Request, asked: Asked) => Value | Promise<Value>,
  close: () => void | Promise<void> = () => {},
): ((news: News) => void) => {
  if (!port) throw new Error("This file runs as a worker.");
  const stops = new Map<number, AbortController>();
  const reply = async (id: number, request: Request): Promise<WorkerReply<Value>> => {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      return { id, value: await answer(request, { signal: stop.signal }) };
    } catch (error) {
      if (error instanceof Failure) return { id, failure: error.toValue() };
      return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      stops.delete(id);
    }
  };
  const end = async () => {
    await close();
    port.close();
  };
  port.on("message", (message: WorkerMessage<Request>) => {
    if ("close" in message) void end();
    else if ("stop" in message) stops.get(message.stop)?.abort();
    else void reply(message.id, message.request).then((sent) => port.postMessage(sent));
  });
  return (news) => port.postMessage({ news } satisfies WorkerNews<News>);
};
