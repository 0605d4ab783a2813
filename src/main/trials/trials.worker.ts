import { parentPort } from "node:worker_threads";
import { answerRequests } from "../base/answer-requests.ts";
import { runCheck } from "./checks/run-check.ts";
import { pairedIntervalOf } from "./result/paired-interval.ts";
import { readSet } from "./sets/read-set.ts";
import type { TrialsReply, TrialsRequest } from "./trials-messages.ts";

answerRequests<TrialsRequest, TrialsReply>(parentPort, (request) => {
  switch (request.ask) {
    case "read":
      return { read: readSet(request.text) };
    case "check":
      return { checked: runCheck(request.check, request.answer) };
    case "intervals":
      return { intervals: request.lists.map((list) => pairedIntervalOf(list, request.seed)) };
  }
});
