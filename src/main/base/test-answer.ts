import { once } from "node:events";
import { Failure } from "#shared/contract/failure.ts";
import { answerRequests, type RequestPort } from "./answer-requests.ts";

/** Echoes its request, fails, crashes, exits, reports news, or waits until it is stopped. */
export const answerAsTest = (port: RequestPort | null, word: string): void => {
  const name = crypto.randomUUID();
  const report = answerRequests<string, string, string>(port, async (request, { signal }) => {
    if (request === "fail") throw new Failure("asked-to", "As asked.");
    if (request === "throw") throw new Error("A bug.");
    if (request === "end") process.exit(3);
    if (request === "crash") {
      setImmediate(() => {
        throw new Error("Crashed.");
      });
    }
    if (request === "report") report("halfway");
    if (request === "late worker") await new Promise((resolve) => setTimeout(resolve, 100));
    if (request === "until stopped") {
      await once(signal, "abort");
      report("stopped");
    }
    if (request === "never" || request === "crash") await new Promise(() => {});
    return request.endsWith("worker") ? name : `${word} ${request}`;
  });
};
