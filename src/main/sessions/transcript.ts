import { appendFile, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
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

/** Appends, and writes the header first when there is no file: exactly one, also when two write at once. */
export const appendTranscript = async (
  path: string,
  header: TranscriptHeader,
  entries: readonly TranscriptEntry[],
): Promise<void> => {
  const lines = entries.map(
    (entry) => `${JSON.stringify({ type: "entry", ...entry, source_plugin: source })}\n`,
  );
  await locks.run(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await begin(path, header);
    await appendFile(path, lines.join(""));
  });
};

const locks = new PathLocks();

/** `wx` succeeds for one writer only, also of several processes. */
const begin = async (path: string, { id, timestamp, agent_id }: TranscriptHeader) => {
  const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (!file) return;
  try {
    const line = { type: "session", version: 1, id, timestamp, agent_id, source_plugin: source };
    await file.writeFile(`${JSON.stringify(line)}\n`);
  } finally {
    await file.close();
  }
};
