import { createInflateRaw, crc32 } from "node:zlib";
import { Failure } from "#shared/contract/failure.ts";
import type { Refused, SourceFile } from "./source-files.ts";

/** Something that can be read from any place: a file on disk, or bytes in memory. */
export type Bytes = {
  readonly size: number;
  /** Exactly the requested number of bytes; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>;
};

export type ZipListing = { readonly files: readonly SourceFile[]; readonly refused: readonly Refused[] };

const MAX_ENTRIES = 200_000;
/** The end record is within this distance of the end of the file. */
const MAX_END_BYTES = 22 + 65_535;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
/** Text shrinks to a tenth, repetitive JSON to a fiftieth. More than this is a bomb. */
const MAX_RATIO = 200;
/** Small entries may shrink more: 300 blanks become 8 bytes. */
const RATIO_FROM_BYTES = 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Lists a ZIP archive by its directory at the end; reads one entry at a time, as a stream. Nothing is unpacked to
 * disk. Names that lead elsewhere, links and encrypted entries are refused; an entry that becomes 200 times larger
 * than it is in the archive stops the reading.
 */
export const listZip = async (bytes: Bytes, modifiedAt: string): Promise<ZipListing> => {
  const { position, size, count } = await findDirectory(bytes);
  if (size > MAX_DIRECTORY_BYTES || position + size > bytes.size) throw broken();
  const directory = await bytes.read(position, size);
  if (directory.length < size) throw broken();
  const files: SourceFile[] = [];
  const refused: Refused[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    const entry = readEntry(directory, at);
    at = entry.next;
    if (entry.name.endsWith("/") || isFurniture(entry.name)) continue;
    const why = whyRefused(entry);
    if (why !== null) refused.push({ path: entry.name, why });
    else if (files.length >= MAX_ENTRIES) {
      refused.push({ path: entry.name, why: "too-many" });
      break;
    } else files.push(asFile(bytes, entry, modifiedAt));
  }
  return { files, refused };
};

const broken = () =>
  new Failure("archive-broken", "This archive is damaged or not complete. Download it again.");

const bomb = (path: string) =>
  new Failure(
    "archive-too-large",
    `${path} becomes more than ${MAX_RATIO} times larger when it is unpacked. It was not read.`,
    { path },
  );

type Directory = { readonly position: number; readonly size: number; readonly count: number };

const findDirectory = async (bytes: Bytes): Promise<Directory> => {
  const length = Math.min(bytes.size, MAX_END_BYTES);
  const tail = await bytes.read(bytes.size - length, length);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      position: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.count === 0xffff || found.size === 0xffffffff || found.position === 0xffffffff;
    const end = bytes.size - length + at;
    return isLarge ? ((await findLargeDirectory(bytes, end)) ?? found) : found;
  }
  throw broken();
};

/** Archives over 4 GB have a second record, which the one before the end record points to. */
const findLargeDirectory = async (bytes: Bytes, end: number): Promise<Directory | null> => {
  if (end < 20) return null;
  const pointer = await bytes.read(end - 20, 20);
  if (pointer.length < 20 || pointer.readUInt32LE(0) !== 0x07064b50) return null;
  const record = await bytes.read(asNumber(pointer.readBigUInt64LE(8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw broken();
  return {
    count: asNumber(record.readBigUInt64LE(32)),
    size: asNumber(record.readBigUInt64LE(40)),
    position: asNumber(record.readBigUInt64LE(48)),
  };
};

type ZipEntry = {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Unix mode; 0 when the archive says none. */
  readonly mode: number;
  readonly position: number;
  readonly next: number;
};

const readEntry = (directory: Buffer, at: number): ZipEntry => {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw broken();
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
    directory.readUInt16LE(at + offset),
  ) as [number, number, number];
  const nameEnd = at + 46 + nameLength;
  const extraEnd = nameEnd + extraLength;
  if (extraEnd > directory.length) throw broken();
  const flags = directory.readUInt16LE(at + 8);
  const short = [24, 20, 42].map((offset) => directory.readUInt32LE(at + offset)) as [number, number, number];
  const [size, packed, position] = largeSizes(short, directory.subarray(nameEnd, extraEnd));
  return {
    name: directory.subarray(at + 46, nameEnd).toString("utf8"),
    isEncrypted: (flags & 1) !== 0,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed,
    size,
    mode: directory.readUInt32LE(at + 38) >>> 16,
    position,
    next: extraEnd + commentLength,
  };
};

/** Numbers that do not fit are in an extra field, in this order. */
const largeSizes = (
  short: readonly [number, number, number],
  extra: Buffer,
): readonly [number, number, number] => {
  if (!short.includes(0xffffffff)) return short;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    return short.map((value) => {
      if (value !== 0xffffffff) return value;
      if (field + 8 > extra.length) throw broken();
      field += 8;
      return asNumber(extra.readBigUInt64LE(field - 8));
    }) as [number, number, number];
  }
  throw broken();
};

const asNumber = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken();
  return Number(value);
};

/** Files that macOS adds to an archive. */
const isFurniture = (name: string): boolean => name.startsWith("__MACOSX/") || name.endsWith("/.DS_Store");

const whyRefused = ({ name, mode, isEncrypted, method }: ZipEntry): Refused["why"] | null => {
  if (isUnsafe(name)) return "unsafe-name";
  const type = mode & 0o170000;
  if (type === 0o120000) return "link";
  if (type !== 0 && type !== 0o100000) return "special";
  if (isEncrypted) return "encrypted";
  return method === 0 || method === 8 ? null : "unknown-method";
};

const isUnsafe = (name: string): boolean =>
  name === "" ||
  name.includes("\0") ||
  /^[/\\]|^[A-Za-z]:/.test(name) ||
  name.split(/[/\\]/).some((part) => part === "..");

const asFile = (archive: Bytes, entry: ZipEntry, modifiedAt: string): SourceFile => ({
  path: entry.name.replaceAll("\\", "/"),
  size: entry.size,
  modifiedAt,
  bytes: (signal) => unpacked(archive, entry, signal),
  disk: null,
  isHardLink: false,
});

/** The content of an entry, checked: its size, its ratio and its checksum. */
async function* unpacked(archive: Bytes, entry: ZipEntry, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const max = Math.min(entry.size, Math.max(RATIO_FROM_BYTES, entry.packed * MAX_RATIO));
  const source = packedBytes(archive, entry, signal);
  let size = 0;
  let checksum = 0;
  for await (const chunk of entry.method === 0 ? source : inflated(source)) {
    size += chunk.length;
    if (size > max) throw entry.size > max ? bomb(entry.name) : broken();
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size || checksum !== entry.crc) throw broken();
}

async function* packedBytes(archive: Bytes, entry: ZipEntry, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const header = await archive.read(entry.position, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw broken();
  let position = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = position + entry.packed;
  if (end > archive.size) throw broken();
  while (position < end) {
    signal?.throwIfAborted();
    const chunk = await archive.read(position, Math.min(CHUNK_BYTES, end - position));
    if (chunk.length === 0) throw broken();
    position += chunk.length;
    yield chunk;
  }
}

async function* inflated(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const feeding = (async () => {
    for await (const chunk of source) {
      if (!inflate.write(chunk)) await drained(inflate);
      if (inflate.destroyed) return;
    }
    inflate.end();
  })();
  // Reported by the loop below, which ends with it.
  feeding.catch((error: unknown) => inflate.destroy(error as Error));
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof Failure || (error as Error).name === "AbortError" ? error : broken();
  } finally {
    inflate.destroy();
  }
}

const drained = (inflate: ReturnType<typeof createInflateRaw>): Promise<void> =>
  new Promise((resolve) => {
    inflate.once("drain", resolve);
    inflate.once("close", resolve);
  });
