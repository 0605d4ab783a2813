import { parentPort, workerData } from "node:worker_threads";
import { answerRequests } from "../../base/answer-requests.ts";
import { openReadStore, type ReadStore } from "../../store/open-read-store.ts";
import { type Recalled, recall } from "./recall.ts";
import type { SearchRequest, SearchStart } from "./search-messages.ts";
import { VectorIndex } from "../index/vector-index.ts";

/** Searches on a separate read-only connection, so that a long search never delays a save. */
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

const answer = ({ request, model }: SearchRequest): Recalled => {
  store ??= openReadStore(file);
  const read = store;
  // One transaction, so that all lists refer to the same moment.
  return read.db.transaction(() => {
    const index = model !== null && request.vector ? indexOf(read, model, request.vector) : null;
    return recall(read.db, index, request);
  })();
};

answerRequests(parentPort, answer, () => store?.close());
