import { errnoOf } from "../base/errno.ts";
import type { KeptFile } from "../base/kept-file.ts";
import type { KeptHandle } from "../base/kept-files.ts";
import { PathLocks } from "../workspace/path-locks.ts";

/** A line of the audit transcript, which is never read back into a prompt. */
export type TranscriptEntry = {
  readonly timestamp: string;
  readonly role: string;
  readonly content: string;
  readonly message_id?: string;
  readonly sender_id?: string;
};

export type TranscriptHeader = { readonly id: string; readonly timestamp: string; readonly agent_id: string };

const source = "satchel";

/**
 * Appends, and writes the header first when the file is new: exactly one header, also with concurrent
 * writers.
 */
export const appendTranscript = async (
  file: KeptFile,
  header: TranscriptHeader,
  entries: readonly TranscriptEntry[],
): Promise<void> => {
  const lines = entries.map(
    (entry) => `${JSON.stringify({ type: "entry", ...entry, source_plugin: source })}\n`,
  );
  await locks.run(`${file.files.root}/${file.path}`, async () => {
    await begin(file, header);
    const opened = await file.open("append");
    try {
      await opened.appendFile((await endLine(opened)) + lines.join(""));
    } finally {
      await opened.close();
    }
  });
};

/** Larger ones are not looked through for entries that a crash left out. */
const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;

/** The ids of the entries that a transcript has; null when it is too large to say. */
export const transcribedIds = async (file: KeptFile): Promise<ReadonlySet<string> | null> => {
  if (Number(file.stat()?.size ?? 0) > MAX_TRANSCRIPT_BYTES) return null;
  const text = (await file.text(MAX_TRANSCRIPT_BYTES)) ?? "";
  return new Set(text.split("\n").flatMap((line) => idIn(line) ?? []));
};

const idIn = (line: string): string | null => {
  try {
    const { message_id: id } = JSON.parse(line) as { message_id?: unknown };
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
};

/** A line that a crash cut off is ended, so that the next one stands on its own. */
const endLine = async (opened: KeptHandle): Promise<string> => {
  const { size } = await opened.stat();
  if (size === 0) return "";
  const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a ? "" : "\n";
};

const locks = new PathLocks();

/** Creating the file succeeds for one writer only, also across processes. */
const begin = async (file: KeptFile, { id, timestamp, agent_id }: TranscriptHeader) => {
  const made = await file.open("new").catch((error: unknown) => {
    if (errnoOf(error) === "EEXIST") return null;
    throw error;
  });
  if (!made) return;
  try {
    const line = { type: "session", version: 1, id, timestamp, agent_id, source_plugin: source };
    await made.writeFile(`${JSON.stringify(line)}\n`);
  } finally {
    await made.close();
  }
};
