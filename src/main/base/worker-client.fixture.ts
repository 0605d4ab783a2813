import { parentPort, workerData } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import { answerRequests } from "./answer-requests.ts";

/** Echoes its request, fails, crashes, or exits. */
answerRequests(parentPort, async (request: string) => {
  if (request === "fail") throw new Failure("asked-to", "As asked.");
  if (request === "throw") throw new Error("A bug.");
  if (request === "end") process.exit(3);
  if (request === "crash") {
    setImmediate(() => {
      throw new Error("Crashed.");
    });
  }
  if (request === "never" || request === "crash") await new Promise(() => {});
  return `${String(workerData)} ${request}`;
});
