import { hash } from "node:crypto";
import type { ImportSkipped, ImportWarning } from "#shared/model/import-plan.ts";
import type {
  Batch,
  BatchAttachment,
  BatchItem,
  Chosen,
  ImportNews,
  PlannedItem,
  PlanRead,
} from "./import-messages.ts";
import { fingerprinted } from "./input/fingerprint.ts";
import { openSource, pastedSource } from "./input/open-source.ts";
import { type SourceFiles, wholeOf } from "./input/source-files.ts";
import { type Detected, detectSource, readSource, type Taken, unknownSource } from "./read-source.ts";

/** Warnings of one code that are listed one by one. */
const MAX_LISTED = 200;
/** Bytes of a text or a picture that is taken over; larger ones are reported. */
const MAX_ATTACHMENT_BYTES = 20 * 1024 * 1024;
/** The most bytes and items of a batch. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ITEMS = 100;
/** Bytes between two reports of progress. */
const NEWS_BYTES = 8 * 1024 * 1024;

type Watch = { readonly signal?: AbortSignal; readonly onNews?: (news: ImportNews) => void };

/** Reads a source to its end and returns what is in it. Writes nothing. */
export const readPlan = async (
  chosen: Chosen,
  known: ReadonlySet<string>,
  watch: Watch = {},
): Promise<PlanRead> => {
  const { input: opened, detected } = await open(chosen, watch.signal);
  const { input, prints } = fingerprinted(opened);
  const items: PlannedItem[] = [];
  const notes = new Notes();
  for await (const taken of readSource(input, detected.importer, readingOf(opened, watch))) {
    if (taken.kind === "warning" || taken.kind === "skipped" || taken.kind === "duplicate") notes.add(taken);
    else items.push(planned(taken, known));
  }
  return {
    source: detected.importer.source,
    variant: detected.variant,
    name: opened.name,
    kind: opened.kind,
    bytes: opened.files.reduce((sum, { size }) => sum + size, 0),
    items: [...byKey(items).values()],
    ...notes.all(),
    fingerprint: prints().filter(({ sha256 }) => sha256 !== null),
    marks: opened.onDisk,
  };
};

/** Reads a source again and returns the chosen things, a few at a time. */
export async function* readBatches(
  chosen: Chosen,
  keys: ReadonlySet<string>,
  watch: Watch = {},
): AsyncGenerator<Batch> {
  const { input, detected } = await open(chosen, watch.signal);
  let items: BatchItem[] = [];
  let bytes = 0;
  for await (const taken of readSource(input, detected.importer, readingOf(input, watch))) {
    if ((taken.kind !== "session" && taken.kind !== "document") || !keys.has(taken.key)) continue;
    const item = taken.kind === "session" ? await sessionItem(taken) : documentItem(taken);
    items.push(item);
    bytes += sizeOf(item);
    if (bytes < BATCH_BYTES && items.length < BATCH_ITEMS) continue;
    yield { isLast: false, items };
    [items, bytes] = [[], 0];
  }
  yield { isLast: true, items };
}

const open = async (
  chosen: Chosen,
  signal?: AbortSignal,
): Promise<{ readonly input: SourceFiles; readonly detected: Detected }> => {
  const input =
    "path" in chosen ? await openSource(chosen.path, signal) : pastedSource(chosen.text, chosen.at);
  const detected = await detectSource(input, chosen.source);
  if (!detected) throw unknownSource(input.name);
  return { input, detected };
};

const readingOf = ({ files }: SourceFiles, { signal, onNews }: Watch) => {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  let told = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    if (done - told < NEWS_BYTES) return;
    told = done;
    onNews?.({ done: Math.min(done, total), total });
  };
  return { signal, onBytes };
};

type Item = Exclude<Taken, { kind: "warning" | "skipped" | "duplicate" }>;

const planned = (taken: Item, known: ReadonlySet<string>): PlannedItem => {
  switch (taken.kind) {
    case "session": {
      const { key, off, from, built } = taken;
      const { id, title, updatedAt, log } = built.session;
      return {
        kind: "session",
        key,
        off,
        from,
        id,
        title,
        updatedAt,
        messages: log.filter(({ type }) => type === "message").length,
        entries: log.length,
        bytes: Buffer.byteLength(JSON.stringify(log)),
        ids: known.has(id) ? log.map((entry) => entry.id) : null,
      };
    }
    case "document": {
      const { key, off, from, path, role, bytes, content, refused } = taken;
      return {
        kind: "document",
        key,
        off,
        from,
        path,
        role,
        bytes,
        refused,
        sha256: hash("sha256", content, "hex"),
      };
    }
    case "memory":
    case "section":
    case "agent":
    case "skill":
    case "graph":
      return taken;
  }
};

/** A conversation may be in several files: the one with the most entries is listed. */
const byKey = (items: readonly PlannedItem[]): ReadonlyMap<string, PlannedItem> => {
  const all = new Map<string, PlannedItem>();
  for (const item of items) {
    const other = all.get(item.key);
    if (other?.kind === "session" && item.kind === "session" && other.entries >= item.entries) continue;
    all.set(item.key, item);
  }
  return all;
};

const sessionItem = async ({
  key,
  built,
}: Extract<Taken, { kind: "session" }>): Promise<Extract<BatchItem, { kind: "session" }>> => {
  const attachments: BatchAttachment[] = [];
  for (const [entry, files] of built.attachments) {
    for (const { name, file } of files)
      attachments.push({ entry, name, bytes: await wholeOf(file, MAX_ATTACHMENT_BYTES) });
  }
  return { kind: "session", key, session: built.session, attachments };
};

const documentItem = ({ key, path, content }: Extract<Taken, { kind: "document" }>): BatchItem => ({
  kind: "document",
  key,
  path,
  content,
});

const sizeOf = (item: BatchItem): number =>
  item.kind === "document"
    ? item.content.length
    : item.session.log.reduce((sum, entry) => sum + ("content" in entry ? entry.content.length : 200), 0) +
      item.attachments.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);

/** Collects what is said about a source, within limits. */
class Notes {
  readonly #warnings = new Map<string, ImportWarning[]>();
  readonly #skipped = new Map<string, ImportSkipped>();
  #duplicates = 0;

  add(note: Extract<Taken, { kind: "warning" | "skipped" | "duplicate" }>): void {
    if (note.kind === "duplicate") this.#duplicates += 1;
    else if (note.kind === "skipped") {
      const { what, why = "", count = 1 } = note;
      const before = this.#skipped.get(what)?.count ?? 0;
      this.#skipped.set(what, { what, why, count: before + count });
    } else {
      const { code, file, line = null, detail = "", count = 1 } = note;
      const listed = this.#warnings.get(code) ?? [];
      this.#warnings.set(code, listed);
      const last = listed.at(-1);
      if (listed.length < MAX_LISTED || !last) listed.push({ code, file, line, detail, count });
      else
        listed[listed.length - 1] = { ...last, file: "", line: null, detail: "", count: last.count + count };
    }
  }

  all(): Pick<PlanRead, "warnings" | "skipped" | "duplicates"> {
    return {
      warnings: [...this.#warnings.values()].flat(),
      skipped: [...this.#skipped.values()],
      duplicates: this.#duplicates,
    };
  }
}
