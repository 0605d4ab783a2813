import { randomBytes } from "node:crypto";
import { z } from "zod";
import { KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { isRunning, processIdentity, thisProcess } from "../base/process-identity.ts";

/**
 * Records which unfinished answers this machine has written. Each has a mark in the user data folder: an
 * unfinished answer without a mark came with the project and is ignored. The mark names the process that
 * writes the answer, so that an answer whose writer died is recognised, even when its process id was reused.
 * The project's path is not part of the mark: a project may be moved after a crash.
 */
export class ReplyMarks {
  readonly #folder: KeptFolder;
  /** Marks of answers that this process is writing. */
  readonly #held = new Set<string>();

  constructor(userData: string) {
    this.#folder = new KeptFolder(KeptFiles.inUserData(userData), "replies");
  }

  /** Creates a mark, held by this process until `release`. */
  async put(session: string, entry: string): Promise<string> {
    const mark = randomBytes(MARK_BYTES).toString("hex");
    this.#held.add(mark);
    await this.#folder.file(`${mark}.json`).write(JSON.stringify({ session, entry, writer: thisProcess() }));
    return mark;
  }

  /** This process no longer writes the answer, so it can be recovered. */
  release(mark: string): void {
    this.#held.delete(mark);
  }

  /** The answer is in the log, or is not wanted. */
  async remove(mark: string): Promise<void> {
    this.#held.delete(mark);
    await this.#folder.file(`${mark}.json`).remove();
  }

  /** Whether this machine wrote the answer and no process is writing it any more. */
  async isLeftBehind(mark: string, session: string, entry: string): Promise<boolean> {
    if (!MARK_PATTERN.test(mark) || this.#held.has(mark)) return false;
    const text = await this.#folder.file(`${mark}.json`).text(MAX_RECORD_BYTES);
    const found = record.safeParse(text === null ? null : JSON.parse(text)).data;
    if (found?.session !== session || found.entry !== entry) return false;
    // A writer with this process's id is either this process, which does not hold the mark, or an earlier
    // one.
    return found.writer.pid === process.pid || !(await isRunning(found.writer));
  }
}

const MARK_BYTES = 16;
const MARK_PATTERN = /^[0-9a-f]{32}$/;
const MAX_RECORD_BYTES = 4096;

const record = z.object({ session: z.string(), entry: z.string(), writer: processIdentity });
