import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type InputType, zstdDecompress } from "node:zlib";

/** Bytes of all copies together that wait to be read. */
export class CopyRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/** A copy of a stream that somebody else reads; none when it is too long or too many copies wait. */
export class Tap {
  #chunks: Buffer[] | null = [];
  #taken = 0;
  readonly #max: number;
  readonly #room: CopyRoom;
  /** All bytes that came by, also those that are not kept. */
  bytes = 0;

  constructor(max: number, room: CopyRoom) {
    this.#max = max;
    this.#room = room;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    if (!this.#chunks) return;
    // A part of a message is of no use.
    if (this.bytes > this.#max || !this.#room.take(chunk.byteLength)) return this.drop();
    this.#taken += chunk.byteLength;
    this.#chunks.push(chunk);
  }

  /** The copy, which is gone afterwards; null when there is none. */
  whole(): Buffer | null {
    const whole = this.#chunks && Buffer.concat(this.#chunks);
    this.drop();
    return whole;
  }

  drop(): void {
    this.#chunks = null;
    this.#room.give(this.#taken);
    this.#taken = 0;
  }
}

type Opener = (data: InputType, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const openers: Readonly<Record<string, Opener>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** The text of a body, unpacked within a limit; null when it cannot be read. */
export const bodyText = async (
  body: Buffer,
  encoding: string | undefined,
  max: number,
): Promise<string | null> => {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return body.toString("utf8");
  const open = Object.hasOwn(openers, name) ? openers[name] : undefined;
  const opened = await open?.(body, { maxOutputLength: max }).catch(() => null);
  return opened?.toString("utf8") ?? null;
};
