import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";

/**
 * The signs of all vectors as they are kept beside the database, so that a first search reads them and does not make
 * them again from every vector. A copy and nothing more: one of another database, of another model, cut off or damaged
 * is not read, and the signs are made again. One line of JSON, then signs, memories, rows and places one after the other.
 */
export type Signs = {
  readonly model: string;
  readonly dimension: number;
  readonly count: number;
  /** The newest row that was read. */
  readonly last: number;
  readonly places: readonly SignPlace[];
  readonly signs: Uint32Array;
  readonly memories: Float64Array;
  readonly rows: Float64Array;
  readonly placeOf: Uint16Array;
};

export const signFile = (database: string): string => `${database}-signs`;

type SignPlace = { readonly workspace: string; readonly agent: string | null; readonly tier: string };

type Heading = Omit<Signs, "signs" | "memories" | "rows" | "placeOf"> & {
  readonly format: 1;
  readonly database: string;
};

type Said = Partial<Record<keyof Heading | "sum", unknown>>;

/**
 * Only these fields, in this order, as the sum is made of them. Checked by hand: the worker of searches starts without
 * the schema library (`scripts/worker-imports.test.ts`).
 */
const headingOf = (value: Said): Heading | null => {
  const { format, database, model, dimension, count, last, places } = value;
  if (format !== 1 || typeof database !== "string" || typeof model !== "string") return null;
  if (!isCount(dimension) || !isCount(count) || !isCount(last)) return null;
  if (!Array.isArray(places) || places.length > MAX_PLACES) return null;
  const checked = (places as Partial<Record<keyof SignPlace, unknown>>[]).flatMap(placeFrom);
  if (checked.length !== places.length) return null;
  return { format, database, model, dimension, count, last, places: checked };
};

const placeFrom = (value: Partial<Record<keyof SignPlace, unknown>> | null): SignPlace[] => {
  const { workspace, agent, tier } = value ?? {};
  const isPlace =
    typeof workspace === "string" &&
    typeof tier === "string" &&
    (agent === null || typeof agent === "string");
  return isPlace ? [{ workspace, agent, tier }] : [];
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A place is stored as a number of 16 bits. */
const MAX_PLACES = 65_535;
const MAX_HEADING_BYTES = 4 * 1024 * 1024;
/** Of some 15 million memories. */
const MAX_BYTES = 1024 * 1024 * 1024;
const NEWLINE = 10;

/** Null when there is none that belongs to this database and model, or it is damaged. */
export const readSigns = (database: string, model: string, dimension: number): Signs | null => {
  try {
    const bytes = readPlainFile(signFile(database));
    const end = bytes.subarray(0, MAX_HEADING_BYTES).indexOf(NEWLINE);
    const said = JSON.parse(bytes.toString("utf8", 0, Math.max(end, 0))) as Said;
    const head = headingOf(said);
    if (!head) return null;
    const { count, places, last } = head;
    const sizes = sizesOf(count, dimension);
    const body = bytes.subarray(end + 1);
    const isOurs = head.database === identityOf(database) && head.model === model;
    if (!isOurs || head.dimension !== dimension || body.length !== sizes.all) return null;
    if (sumOf(head, body) !== said.sum) return null;
    // Copied, as the parts must begin at a multiple of their size.
    const part = (from: number, size: number) => new Uint8Array(body.subarray(from, from + size)).buffer;
    const signs = new Uint32Array(part(0, sizes.signs));
    const memories = new Float64Array(part(sizes.signs, sizes.numbers));
    const rows = new Float64Array(part(sizes.signs + sizes.numbers, sizes.numbers));
    const placeOf = new Uint16Array(part(sizes.signs + 2 * sizes.numbers, sizes.places));
    if (placeOf.some((at) => at >= places.length)) return null;
    return { model, dimension, count, last, places, signs, memories, rows, placeOf };
  } catch {
    return null;
  }
};

/** Replaces the file. Fails where it cannot be written, which leaves nothing behind. */
export const writeSigns = (database: string, kept: Signs): void => {
  const { model, dimension, count, last, places } = kept;
  const body = Buffer.concat([kept.signs, kept.memories, kept.rows, kept.placeOf].map(bytesOf));
  const head: Heading = {
    format: 1,
    database: identityOf(database),
    model,
    dimension,
    count,
    last,
    places: places.map(({ workspace, agent, tier }) => ({ workspace, agent, tier })),
  };
  const first = Buffer.from(`${JSON.stringify({ ...head, sum: sumOf(head, body) })}\n`);
  if (first.length > MAX_HEADING_BYTES) return;
  const temporary = `${signFile(database)}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      for (const part of [first, body]) for (let at = 0; at < part.length;) at += writeSync(file, part, at);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, signFile(database));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/** Something was forgotten: not even its signs stay. */
export const removeSigns = (database: string): void => rmSync(signFile(database), { force: true });

/** A database that was made again, or copied, has other numbers for its rows. */
const identityOf = (database: string): string => {
  const { dev, ino, birthtimeNs } = statSync(database, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
};

/** Of all that the file says; the fields of the heading in their order. */
const sumOf = (head: object, body: Uint8Array): number => crc32(body, crc32(JSON.stringify(head)));

const sizesOf = (count: number, dimension: number) => {
  const signs = count * Math.ceil(dimension / 32) * 4;
  const [numbers, places] = [count * 8, count * 2];
  return { signs, numbers, places, all: signs + 2 * numbers + places };
};

const readPlainFile = (path: string): Buffer => {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > MAX_BYTES) throw new Error("These are no signs.");
    const bytes = Buffer.allocUnsafe(found.size);
    for (let at = 0; at < bytes.length;) {
      const read = readSync(file, bytes, at, bytes.length - at, at);
      if (read === 0) throw new Error("The file was cut off while it was read.");
      at += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
};

const bytesOf = (values: Uint32Array | Float64Array | Uint16Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
