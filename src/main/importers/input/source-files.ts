/**
 * What an importer reads: a listing of files, wherever they come from (a folder, a ZIP archive, one file, pasted
 * text). Contents are streams, so that an export of gigabytes is never in memory as a whole.
 */
export type SourceFiles = {
  /** The name of what was chosen, for people. */
  readonly name: string;
  readonly kind: "folder" | "file" | "zip" | "text";
  /** In the order of their paths. */
  readonly files: readonly SourceFile[];
  /** Folders without the files in them, for sources that are recognised by a folder. */
  readonly folders: ReadonlySet<string>;
  /** What was left out and why, while listing. */
  readonly refused: readonly Refused[];
  /** The files on disk that all this is in, as they were when it was opened. */
  readonly onDisk: readonly DiskMark[];
};

/** By its absolute path. */
export type DiskMark = { readonly path: string; readonly size: number; readonly modifiedAt: string };

export type SourceFile = {
  /** Relative to what was chosen, with `/` between names. */
  readonly path: string;
  /** Bytes of the content. */
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
  /** The content, in order. Each call begins again. Fails with a Failure when it is not what it was when listed. */
  readonly bytes: (signal?: AbortSignal) => AsyncIterable<Uint8Array>;
  /** The absolute path, for a database, which cannot be read as a stream. */
  readonly disk: string | null;
  /** Other names lead to the same content, so it may belong elsewhere. */
  readonly isHardLink: boolean;
};

export type Refused = {
  readonly path: string;
  readonly why: "link" | "special" | "unsafe-name" | "encrypted" | "unknown-method" | "too-many" | "nested";
};

/** Where a file stops: nothing longer is held as one string. */
export const MAX_WHOLE_BYTES = 256 * 1024 * 1024;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The first bytes of a file. */
export const beginningOf = async (file: SourceFile, maxBytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.bytes()) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
};

/** The whole content; null when it is longer. */
export const wholeOf = async (
  file: SourceFile,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Buffer | null> => {
  if (file.size > maxBytes) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.bytes(signal)) {
    size += chunk.length;
    if (size > maxBytes) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
};

/** A file that is only in memory. */
export const memoryFile = (path: string, content: () => Uint8Array, modifiedAt: string): SourceFile => ({
  path,
  size: 0,
  modifiedAt,
  bytes: async function* () {
    yield content();
  },
  disk: null,
  isHardLink: false,
});
