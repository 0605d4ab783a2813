import type { KeptFile } from "../base/kept-file.ts";
import { MAX_LOG_BYTES, type SessionFiles } from "./session-folder.ts";

/** Copies a conversation and its long results. An answer that is still arriving stays with the original. */
export const copySession = async (from: SessionFiles, to: SessionFiles): Promise<void> => {
  for (const { name, kind } of await from.results.list()) {
    if (kind === "file") await copy(from.results.file(name), to.results.file(name));
  }
  await copy(from.context, to.context);
  await copy(from.log, to.log);
};

const copy = async (from: KeptFile, to: KeptFile): Promise<void> => {
  const bytes = await from.bytes(MAX_LOG_BYTES);
  if (bytes !== null) await to.write(bytes);
};
