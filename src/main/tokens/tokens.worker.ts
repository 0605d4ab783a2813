import { parentPort, workerData } from "node:worker_threads";
import { answerRequests } from "../base/answer-requests.ts";
import type { CountRequest, PoolAnswer, WorkerStart } from "./count-pool.ts";
import { cutTable } from "./cut-table.ts";
import { loadEncoder } from "./load-encoder.ts";

const { ranks } = workerData as WorkerStart;

/** Answers one request at a time; the pool never sends a second one before. */
answerRequests<CountRequest, PoolAnswer>(
  parentPort,
  async ({ encoding, tokenizer, text, cuts, sign }): Promise<PoolAnswer> => {
    const shared = new Int32Array(sign);
    const stop = () => {
      Atomics.add(shared, 1, 1);
      if (Atomics.load(shared, 0) === 1) throw new Error("The count was stopped.");
    };
    const encoder = await loadEncoder(encoding, tokenizer, ranks);
    stop();
    if (cuts === "table") {
      const table = encoder.table?.(text, stop) ?? cutTable(encoder, text, stop);
      return { ...table, offsets: [] };
    }
    if (cuts !== "none") return { ...encoder.cut(text, cuts, stop), table: null };
    return { ...encoder.count(text, stop), offsets: [], table: null };
  },
);
