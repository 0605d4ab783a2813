import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import type { DiskMark, SourceFile, SourceFiles } from "./source-files.ts";

/** What a source was like when it was planned. */
export type Fingerprint = {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: string;
  /** Of the whole content; null when it was not read, or not to its end. */
  readonly sha256: string | null;
};

/** The same files, which remember what was read of them. */
export const fingerprinted = (
  input: SourceFiles,
): { readonly input: SourceFiles; readonly prints: () => readonly Fingerprint[] } => {
  const hashes = new Map<string, string>();
  const files = input.files.map((file): SourceFile => ({
    ...file,
    bytes: async function* (signal) {
      const hash = createHash("sha256");
      for await (const chunk of file.bytes(signal)) {
        hash.update(chunk);
        yield chunk;
      }
      hashes.set(file.path, hash.digest("hex"));
    },
  }));
  const prints = () =>
    input.files.map(({ path, size, modifiedAt }) => ({
      path,
      size,
      modifiedAt,
      sha256: hashes.get(path) ?? null,
    }));
  return { input: { ...input, files }, prints };
};

/** The first file that is not as it was; null when all are. */
export const changedSince = async (marks: readonly DiskMark[]): Promise<string | null> => {
  for (const { path, size, modifiedAt } of marks) {
    const found = await lstat(path).catch(() => null);
    if (!found) return path;
    if (found.size !== size || found.mtime.toISOString() !== modifiedAt) return path;
  }
  return null;
};
