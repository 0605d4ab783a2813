import { parentPort } from "node:worker_threads";
import { answerRequests } from "./answer-requests.ts";

/** Answers, and never finishes closing. */
answerRequests<string, string>(
  parentPort,
  (request) => request,
  () => new Promise(() => {}),
);
setInterval(() => {}, 1_000);
