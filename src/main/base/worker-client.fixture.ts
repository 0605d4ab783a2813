import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import { answerRequests } from "./answer-requests.ts";

/** Echoes its request, fails, crashes, exits, reports news, or waits until it is stopped. */
const report = answerRequests<string, string, string>(parentPort, async (request, { signal }) => {
  if (request === "fail") throw new Failure("asked-to", "As asked.");
  if (request === "throw") throw new Error("A bug.");
  if (request === "end") process.exit(3);
  if (request === "crash") {
    setImmediate(() => {
      throw new Error("Crashed.");
    });
  }
  if (request === "report") report("halfway");
  if (request === "until stopped") {
    await once(signal, "abort");
    report("stopped");
  }
  if (request === "never" || request === "crash") await new Promise(() => {});
  return `${String(workerData)} ${request}`;
});
