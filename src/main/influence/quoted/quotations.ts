import type { Segment } from "#shared/model/manifest.ts";
import type { Passage } from "#shared/model/quotation.ts";
import { isFileSource } from "#shared/model/segment-size.ts";
import type { Signal } from "#shared/contract/signal.ts";
import { WorkerClient } from "../../base/worker-client.ts";
import { workerUrl } from "../../base/worker-url.ts";
import type { SentSegment } from "../sent-texts.ts";
import type { WantedLine } from "./locate.ts";
import type { MatchedAnswer, MatchedPassage } from "./match-answer.ts";
import type { QuotedReply, QuotedRequest } from "./quoted-messages.ts";

/** Text of a project file as it is now; null when it cannot be read. */
export type ReadFile = (path: string) => Promise<string | null>;

export type Quotations = Omit<MatchedAnswer, "sentences"> & {
  readonly sentences: { readonly from: number; readonly to: number; readonly passages: Passage[] }[];
};

const IDLE_MS = 20_000;

/** Compares an answer with what was sent for it, in a worker, and finds the passages in the files. */
export class Quoter {
  readonly #readFile: ReadFile;
  readonly #worker = new WorkerClient<QuotedRequest, QuotedReply>({
    name: "quotations",
    url: workerUrl("quoted.worker", import.meta.url),
    close: "terminate",
    idleMs: IDLE_MS,
  });

  constructor(readFile: ReadFile) {
    this.#readFile = readFile;
  }

  async compare(answer: string, sent: readonly SentSegment[], signal?: Signal): Promise<Quotations> {
    const texts = sent.map(({ segment, text }) => ({
      segment: segment.id,
      text,
      isQuestion: segment.layer === "message",
    }));
    const reply = await this.#worker.ask({ ask: "match", answer, texts }, signal);
    if (!("matched" in reply)) throw new Error("The worker compared nothing.");
    const { matched } = reply;
    const segments = new Map(sent.map(({ segment }) => [segment.id, segment]));
    const lines = await this.#locate(matched, segments, signal);
    return {
      ...matched,
      sentences: matched.sentences.map(({ from, to, passages }) => ({
        from,
        to,
        passages: passages.flatMap((found) => {
          const segment = segments.get(found.segment);
          return segment ? [passageOf(found, segment, lines.get(found) ?? null)] : [];
        }),
      })),
    };
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async #locate(
    { sentences }: MatchedAnswer,
    segments: ReadonlyMap<string, Segment>,
    signal?: Signal,
  ): Promise<ReadonlyMap<MatchedPassage, number | null>> {
    const byPath = new Map<string, MatchedPassage[]>();
    for (const passage of sentences.flatMap(({ passages }) => passages)) {
      const path = placeOf(segments.get(passage.segment)?.source ?? "").path;
      if (path === null) continue;
      const known = byPath.get(path);
      if (known) known.push(passage);
      else byPath.set(path, [passage]);
    }
    const files: { text: string; passages: readonly MatchedPassage[]; wanted: WantedLine[] }[] = [];
    for (const [path, passages] of byPath) {
      const text = await this.#readFile(path);
      if (text === null) continue;
      const wanted = passages.map(({ segment, line, lineText }) => ({
        text: lineText,
        near: placeOf(segments.get(segment)?.source ?? "").line ?? line,
      }));
      files.push({ text, passages, wanted });
    }
    const asked = files.map(({ text, wanted }) => ({ text, wanted }));
    const reply = await this.#worker.ask({ ask: "locate", files: asked }, signal);
    const lines = "lines" in reply ? reply.lines : [];
    return new Map(
      files.flatMap(({ passages }, file) =>
        passages.map((passage, index) => [passage, lines[file]?.[index] ?? null] as const),
      ),
    );
  }
}

/** A memory's source has the line of its file: `memory/2026-11-17.md#12`. */
const placeOf = (source: string): { readonly path: string | null; readonly line: number | null } => {
  const [, path = source, line] = /^(.*)#(\d+)$/.exec(source) ?? [];
  return { path: isFileSource(path) ? path : null, line: line === undefined ? null : Number(line) };
};

const passageOf = (
  { segment, kind, shared, text, marks }: MatchedPassage,
  { layer, source, detail }: Segment,
  line: number | null,
): Passage => ({
  segment,
  layer,
  source,
  title: detail?.title ?? null,
  kind,
  shared: shared.map((words) => words.slice(0, MAX_SHARED_CHARS)),
  text,
  marks,
  path: placeOf(source).path,
  line,
});

const MAX_SHARED_CHARS = 200;
