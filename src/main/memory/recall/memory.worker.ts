import { parentPort, workerData } from "node:worker_threads";
import { answerRequests } from "../../base/answer-requests.ts";
import { openReadStore, type ReadStore } from "../../store/open-read-store.ts";
import { type Recalled, recall } from "./recall.ts";
import type { SearchRequest, SearchStart } from "./search-messages.ts";
import { readSigns, writeSigns } from "../index/sign-file.ts";
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
  if (index?.model !== model) {
    index = new VectorIndex(model, dimension);
    const known = readSigns(file, model, dimension);
    const gone = known === null ? 0 : index.take(known, db);
    kept = gone > 0 ? 0 : index.count;
  }
  index.refresh(db);
  return index;
};

/** Vectors whose signs are in the file. */
let kept = 0;
/** Fewer are made again as fast as they are read. */
const MIN_KEPT = 2_000;
/** With fewer new ones the file stays as it is; they are read from the database. */
const MIN_NEW_SHARE = 0.1;

/** A folder that cannot be written has no file; its signs are made again. */
const keepSigns = () => {
  if (!store || !index || index.count < Math.max(MIN_KEPT, kept * (1 + MIN_NEW_SHARE))) return;
  try {
    writeSigns(file, index.keep(store.db));
  } catch {
    // Tried again when there are more.
  }
  kept = index.count;
};

const answer = ({ request, model }: SearchRequest): Recalled => {
  store ??= openReadStore(file);
  const read = store;
  // One transaction, so that all lists refer to the same moment.
  setImmediate(keepSigns);
  return read.db.transaction(() => {
    const index = model !== null && request.vector ? indexOf(read, model, request.vector) : null;
    return recall(read.db, index, request);
  })();
};

answerRequests(parentPort, answer, () => store?.close());
