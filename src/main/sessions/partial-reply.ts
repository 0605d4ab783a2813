import { z } from "zod";
import { origin, type Origin } from "#shared/model/origin.ts";
import type { KeptFile } from "../base/kept-file.ts";
import type { KeptHandle } from "../base/kept-files.ts";
import { redact } from "./redact.ts";
import type { ReplyMarks } from "./reply-marks.ts";
import { MAX_LOG_BYTES } from "./session-folder.ts";

type Kind = "text" | "reasoning";

const SYNC_INTERVAL_MS = 1_000;

/** Where an answer is stored while it arrives, and which message it answers. */
export type ReplyPlace = {
  readonly file: KeptFile;
  readonly session: string;
  readonly marks: ReplyMarks;
};

/**
 * The received part of a stream is written to disk at once: to a file beside the session that grows with the
 * answer and is removed when the answer is in the log. A file found at the next start becomes an interrupted
 * answer.
 *
 * JSON lines: first the entry without its content and its mark, then the pieces as they came. A secret may
 * arrive in pieces, so with redaction the last, unfinished word of each kind waits in memory for its end;
 * redacted secrets never contain a space.
 */
export class PartialReply {
  readonly header: ReplyHeader;
  readonly #place: ReplyPlace;
  readonly #mark: string;
  readonly #file: KeptHandle;
  readonly #redacts: boolean;
  readonly #received = { text: "", reasoning: "" };
  readonly #waiting = { text: "", reasoning: "" };
  /** One write after the other; concurrent writes would interleave. */
  #last: Promise<void> = Promise.resolve();
  #closed: Promise<void> | null = null;
  #syncedAt = 0;
  #syncing: Promise<void> | null = null;

  private constructor(
    place: ReplyPlace,
    mark: string,
    file: KeptHandle,
    header: ReplyHeader,
    redacts: boolean,
  ) {
    this.#place = place;
    this.#mark = mark;
    this.#file = file;
    this.header = header;
    this.#redacts = redacts;
  }

  /** Fails when an unfinished answer exists at this path; it is not overwritten. */
  static async begin(place: ReplyPlace, header: ReplyHeader, redacts = false): Promise<PartialReply> {
    const mark = await place.marks.put(place.session, header.id);
    const file = await place.file.open("new").catch(async (error: unknown) => {
      await place.marks.remove(mark);
      throw error;
    });
    const reply = new PartialReply(place, mark, file, header, redacts);
    try {
      await reply.#write({ ...header, mark });
      return reply;
    } catch (error) {
      await reply.done();
      throw error;
    }
  }

  /** Text received so far. */
  get text(): string {
    return this.#received.text;
  }

  /** Reasoning before the answer, from models that send it. */
  get reasoning(): string {
    return this.#received.reasoning;
  }

  /**
   * When it resolves, the operating system has the bytes: they survive the end of this process. About once a second
   * they are also forced to the disk, so that a power cut takes the last moments only.
   */
  async add(piece: string, kind: Kind = "text"): Promise<void> {
    this.#received[kind] += piece;
    const ready = this.#redacts ? this.#finished(piece, kind) : piece;
    if (ready !== "") await this.#write({ [kind]: ready });
    this.#syncNowAndThen();
  }

  /** Nobody waits for it: a slow disk does not slow the answer down. */
  #syncNowAndThen(): void {
    if (this.#syncing || this.#closed || Date.now() - this.#syncedAt < SYNC_INTERVAL_MS) return;
    this.#syncedAt = Date.now();
    this.#syncing = this.#file
      .datasync()
      .catch(() => {})
      .finally(() => {
        this.#syncing = null;
      });
  }

  /** Closes the file and leaves it in place; it can be recovered from now on. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Removes the file, because the answer is in the log now. */
  async done(): Promise<void> {
    const { file, marks } = this.#place;
    await this.close();
    await file.remove();
    await marks.remove(this.#mark);
  }

  async #close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#syncing;
    await this.#file.close();
    this.#place.marks.release(this.#mark);
  }

  #finished(piece: string, kind: Kind): string {
    const all = this.#waiting[kind] + piece;
    const end = all.search(/\S*$/);
    this.#waiting[kind] = all.slice(end);
    return redact(all.slice(0, end));
  }

  #write(line: object): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.#file.appendFile(`${JSON.stringify(line)}\n`);
    });
    return this.#last;
  }
}

/** The entry that the answer will become. */
export type ReplyHeader = {
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
  readonly origin: Origin;
};

export type FoundPartial = {
  readonly header: ReplyHeader;
  readonly text: string;
  readonly reasoning: string;
  /** Removes the file, because the answer is in the log now. */
  done(): Promise<void>;
};

const headerLine = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  timestamp: z.string(),
  // A version before stamps wrote none.
  origin: origin.catch("outside").default("agent"),
  mark: z.string(),
});
const pieceLine = z.object({ text: z.string().default(""), reasoning: z.string().default("") });

/**
 * An answer that a process of this machine left behind; null when there is none, or while it is being
 * written.
 */
export const readPartial = async ({ file, session, marks }: ReplyPlace): Promise<FoundPartial | null> => {
  const content = file.stat() && (await file.text(MAX_LOG_BYTES));
  if (!content) return null;
  const [first = "", ...lines] = content.split("\n");
  const header = headerLine.safeParse(parseJson(first));
  if (!header.success) return null;
  const { mark, ...rest } = header.data;
  if (!(await marks.isLeftBehind(mark, session, rest.id))) return null;
  // The last line may be torn; its write was never acknowledged.
  const pieces = lines.flatMap((line) => pieceLine.safeParse(parseJson(line)).data ?? []);
  return {
    header: rest,
    text: pieces.map(({ text }) => text).join(""),
    reasoning: pieces.map(({ reasoning }) => reasoning).join(""),
    done: async () => {
      await file.remove();
      await marks.remove(mark);
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
