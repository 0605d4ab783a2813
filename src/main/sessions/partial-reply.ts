import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { z } from "zod";
import { redact } from "./redact.ts";

type Kind = "text" | "reasoning";

/**
 * What was received of a stream is on disk at once: a file beside the session that grows with the answer and
 * goes when the answer has its place in the log. Found at the next start, it becomes an interrupted answer.
 *
 * JSON lines: first the entry without its content and the process that writes it, then the pieces as they
 * came. A secret may arrive in pieces, so with redaction each kind's last, unfinished word waits in memory for
 * its end; what is taken out never has a blank in it.
 */
export class PartialReply {
  readonly header: ReplyHeader;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #redacts: boolean;
  readonly #received = { text: "", reasoning: "" };
  readonly #waiting = { text: "", reasoning: "" };
  /** One write after the other; at once they would interleave. */
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, file: FileHandle, header: ReplyHeader, redacts: boolean) {
    this.#path = path;
    this.#file = file;
    this.header = header;
    this.#redacts = redacts;
  }

  static async begin(path: string, header: ReplyHeader, redacts = false): Promise<PartialReply> {
    const reply = new PartialReply(path, await open(path, "w"), header, redacts);
    await reply.#write({ ...header, pid: process.pid });
    return reply;
  }

  /** What has come so far. */
  get text(): string {
    return this.#received.text;
  }

  /** What the model thought before it spoke, where it tells. */
  get reasoning(): string {
    return this.#received.reasoning;
  }

  /** In the operating system's hands when it resolves: it survives the end of this process. */
  async add(piece: string, kind: Kind = "text"): Promise<void> {
    this.#received[kind] += piece;
    const ready = this.#redacts ? this.#finished(piece, kind) : piece;
    if (ready !== "") await this.#write({ [kind]: ready });
  }

  /** Lets go of the file; the next attempt at the same answer writes it anew. */
  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#file.close();
  }

  /** The answer is in the log now. */
  async done(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
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

/** The entry that the answer will be. */
export type ReplyHeader = {
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
};

export type FoundPartial = {
  readonly header: ReplyHeader;
  readonly text: string;
  readonly reasoning: string;
};

const headerLine = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  timestamp: z.string(),
  pid: z.number().int(),
});
const pieceLine = z.object({ text: z.string().default(""), reasoning: z.string().default("") });

/** An answer that its process left behind; null when there is none, or when its process still writes it. */
export const readPartial = async (path: string): Promise<FoundPartial | null> => {
  const content = await readFile(path, "utf8").catch(() => null);
  if (content === null) return null;
  const [first = "", ...lines] = content.split("\n");
  const header = headerLine.safeParse(parseJson(first));
  if (!header.success || isAlive(header.data.pid)) return null;
  const { pid: _, ...rest } = header.data;
  // The last line may be torn; nobody was told of it.
  const pieces = lines.flatMap((line) => pieceLine.safeParse(parseJson(line)).data ?? []);
  return {
    header: rest,
    text: pieces.map(({ text }) => text).join(""),
    reasoning: pieces.map(({ reasoning }) => reasoning).join(""),
  };
};

const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
