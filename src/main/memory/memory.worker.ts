import { parentPort, workerData } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import { openReadStore, type ReadStore } from "../store/open-read-store.ts";
import { recall } from "./recall.ts";
import type { SearchReply, SearchRequest, SearchStart } from "./search-messages.ts";
import { VectorIndex } from "./vector-index.ts";

/** Searches on a connection of its own, which only reads: however long it takes, nobody waits to save. */
const port = parentPort;
if (!port) throw new Error("This file runs as a worker.");

const { file } = workerData as SearchStart;
let store: ReadStore | null = null;
let index: VectorIndex | null = null;

/** Null when there is no vector to compare with, or none of the query's dimension. */
const indexOf = ({ db }: ReadStore, model: string, query: Float32Array): VectorIndex | null => {
  const dimension = db.prepare("select dimension from vector_models where model = ?").pluck().get(model) as
    | number
    | undefined;
  if (dimension !== query.length) return null;
  if (index?.model !== model) index = new VectorIndex(model, dimension);
  index.refresh(db);
  return index;
};

const answer = ({ id, request, model }: SearchRequest): SearchReply => {
  try {
    store ??= openReadStore(file);
    const read = store;
    // One transaction: all lists speak of the same moment.
    const recalled = read.db.transaction(() => {
      const index = model !== null && request.vector ? indexOf(read, model, request.vector) : null;
      return recall(read.db, index, request);
    })();
    return { id, recalled };
  } catch (error) {
    if (error instanceof Failure) return { id, failure: error.toValue() };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

port.on("message", (message: SearchRequest | { readonly close: true }) => {
  if ("close" in message) {
    store?.close();
    port.close();
  } else port.postMessage(answer(message));
});
