import { errnoOf } from "../base/errno.ts";
import type { KeptFile } from "../base/kept-file.ts";
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
      await opened.appendFile(lines.join(""));
    } finally {
      await opened.close();
    }
  });
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
