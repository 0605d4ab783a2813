import { parentPort, workerData } from "node:worker_threads";
import { cutTable } from "./cut-table.ts";
import type { WorkerReply, WorkerRequest, WorkerStart } from "./count-pool.ts";
import { loadEncoder } from "./load-encoder.ts";

const { ranks } = workerData as WorkerStart;

/** Answers one request at a time; the pool never sends a second one before. */
const port = parentPort;
if (!port) throw new Error("This file runs as a worker.");

const answer = async ({ id, encoding, tokenizer, text, cuts, sign }: WorkerRequest): Promise<WorkerReply> => {
  const shared = new Int32Array(sign);
  const stop = () => {
    Atomics.add(shared, 1, 1);
    if (Atomics.load(shared, 0) === 1) throw new Stopped();
  };
  try {
    const encoder = await loadEncoder(encoding, tokenizer, ranks);
    stop();
    if (cuts === "table") {
      const table = encoder.table?.(text, stop) ?? cutTable(encoder, text, stop);
      return { id, value: { ...table, offsets: [] } };
    }
    if (cuts !== "none") return { id, value: { ...encoder.cut(text, cuts, stop), table: null } };
    return { id, value: { ...encoder.count(text, stop), offsets: [], table: null } };
  } catch (error) {
    if (error instanceof Stopped) return { id, stopped: true };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

class Stopped extends Error {}

port.on("message", (request: WorkerRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});
