import { Failure } from "#shared/contract/index.ts";
import { KeptFile, KeptFolder } from "../../base/kept-file.ts";
import { linesOf } from "../../base/lines-of.ts";
import type { KeptFiles, KeptHandle } from "../../base/kept-files.ts";
import { answerLine, type AnswerLine, trialFile, type TrialFile } from "./trial-file.ts";

const MAX_TRIAL_BYTES = 64 * 1024 * 1024;
/** Of all answers of one trial. */
const MAX_ANSWERS_BYTES = 512 * 1024 * 1024;
const MAX_LINE_CHARS = 4 * 1024 * 1024;
const ID = /^[\w-]{1,100}$/;

/**
 * Trials on disk, in `.satchel/trials/<id>/`: `trial.json` is what was asked for, `answers.jsonl` what came, one line
 * per answer, on the disk before the next question is asked. So what was answered is never asked twice.
 */
export class TrialStore {
  readonly #folder: KeptFolder;

  constructor(files: KeptFiles, folder: string) {
    this.#folder = new KeptFolder(files, folder);
  }

  /** Newest first. What is no trial is left alone. */
  async list(): Promise<readonly TrialFile[]> {
    const entries = await this.#folder.list();
    const found = await Promise.all(
      entries
        .filter(({ kind, name }) => kind === "folder" && ID.test(name))
        .map(({ name }) => this.read(name).catch(() => null)),
    );
    return found.filter((trial) => trial !== null).sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  async read(id: string): Promise<TrialFile> {
    const text = await this.#file(id, "trial.json").text(MAX_TRIAL_BYTES);
    if (text === null) throw unknown(id);
    const read = trialFile.safeParse(parsed(text));
    if (read.success && read.data.id === id) return read.data;
    throw new Failure("trial-damaged", "The file of this trial is damaged.", { id });
  }

  async write(trial: TrialFile): Promise<void> {
    await this.#file(trial.id, "trial.json").write(`${JSON.stringify(trial)}\n`);
  }

  /** In the order in which they came. A line that was cut off by the end of the process is not one. */
  async *answers(id: string): AsyncIterable<AnswerLine> {
    const file = this.#file(id, "answers.jsonl");
    file.require();
    const size = file.stat()?.size ?? 0n;
    if (size > BigInt(MAX_ANSWERS_BYTES))
      throw new Failure("trial-too-large", "The answers of this trial take over 512 MB.", { id });
    if (size === 0n) return;
    const handle = await file.files.open(file.path, "read");
    const stream = handle.createReadStream();
    try {
      for await (const line of linesOf(stream)) {
        if (line.length > MAX_LINE_CHARS) continue;
        const read = answerLine.safeParse(parsed(line));
        if (read.success) yield read.data;
      }
    } finally {
      stream.destroy();
    }
  }

  async openAnswers(id: string): Promise<AnswerWriter> {
    const handle = await this.#file(id, "answers.jsonl").open("append");
    try {
      return new AnswerWriter(handle, await endsInLine(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    for (const name of ["answers.jsonl", "trial.json"]) await this.#file(id, name).remove();
  }

  #file(id: string, name: string): KeptFile {
    if (!ID.test(id)) throw unknown(id);
    return this.#folder.folder(id).file(name);
  }
}

/** Adds lines; the caller closes it. */
export class AnswerWriter {
  readonly #handle: KeptHandle;
  #isWhole: boolean;

  constructor(handle: KeptHandle, isWhole: boolean) {
    this.#handle = handle;
    this.#isWhole = isWhole;
  }

  /** Settles when the line is on the disk. */
  async add(line: AnswerLine): Promise<void> {
    const start = this.#isWhole ? "" : "\n";
    // A write that fails half way leaves a part of a line; the next one starts its own.
    this.#isWhole = false;
    await this.#handle.appendFile(`${start}${JSON.stringify(line)}\n`);
    await this.#handle.datasync();
    this.#isWhole = true;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const endsInLine = async (handle: KeptHandle): Promise<boolean> => {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] === 0x0a;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

const unknown = (id: string): Failure => new Failure("trial-unknown", "There is no such trial.", { id });
