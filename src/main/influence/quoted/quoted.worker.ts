import { parentPort } from "node:worker_threads";
import { answerRequests } from "../../base/answer-requests.ts";
import { locate } from "./locate.ts";
import { matchAnswer } from "./match-answer.ts";
import type { QuotedReply, QuotedRequest } from "./quoted-messages.ts";

/** Compares answers with prompts: a long prompt takes longer than the main thread may be kept. */
answerRequests<QuotedRequest, QuotedReply>(parentPort, (request) =>
  request.ask === "match"
    ? { matched: matchAnswer(request.answer, request.texts) }
    : { lines: request.files.map(({ text, wanted }) => locate(text, wanted)) },
);
