import { parentPort } from "node:worker_threads";
import { answerRequests } from "../base/answer-requests.ts";
import type { Batch, ImportNews, ImportReply, ImportRequest } from "./import-messages.ts";
import { readBatches, readPlan } from "./read-plan.ts";

/** Reads exports of other programs: they are large, and parsing them takes long. */
let batches: AsyncGenerator<Batch> | null = null;

const answer = async (request: ImportRequest, signal: AbortSignal): Promise<ImportReply> => {
  const onNews = (news: ImportNews) => tell(news);
  if (request.ask === "plan") return readPlan(request.chosen, new Set(request.known), { signal, onNews });
  if (request.ask === "begin") {
    batches = readBatches(request.chosen, new Set(request.keys), { onNews });
  }
  const next = await batches?.next();
  return next && next.done !== true ? next.value : { isLast: true, items: [] };
};

const tell = answerRequests<ImportRequest, ImportReply, ImportNews>(parentPort, (request, { signal }) =>
  answer(request, signal),
);
