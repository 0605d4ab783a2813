import { unzipSync, zipSync } from "fflate";
import { DocumentError } from "./document-text.ts";

/** All parts of one document that are inflated, in bytes: XML takes some twenty times as much once it is parsed. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;
const MAX_PARTS = 5_000;

export type ZipParts = ReadonlyMap<string, Uint8Array>;

/**
 * The parts of an Office document that hold text. Sizes are summed up from the list at the end of the file before
 * anything is inflated, and no part can become larger than the list says.
 */
export const readZip = (bytes: Uint8Array, wanted: RegExp): ZipParts => {
  if (isOldOffice(bytes)) throw new DocumentError("document-encrypted");
  let inflated = 0;
  let parts = 0;
  let tooLarge = false;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
    if (tooLarge || !wanted.test(name)) return false;
    inflated += originalSize;
    parts += 1;
    tooLarge = inflated > MAX_INFLATED_BYTES || parts > MAX_PARTS;
    return false;
  };
  try {
    unzipSync(bytes, { filter });
    if (tooLarge) throw new DocumentError("document-too-large");
    const found = unzipSync(bytes, { filter: ({ name }) => wanted.test(name) });
    return new Map(Object.entries(found));
  } catch (error) {
    if (tooLarge) throw new DocumentError("document-too-large");
    throw new DocumentError("document-broken", error);
  }
};

/** The same parts and nothing else, not compressed: what is handed to a library that inflates by itself. */
export const storedZip = (parts: ZipParts): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(parts), { level: 0 });

export const textPart = (parts: ZipParts, name: string): string | null => {
  const part = parts.get(name);
  return part ? new TextDecoder().decode(part) : null;
};

/** The container of old Office files, in which new ones are put when they get a password. */
const isOldOffice = (bytes: Uint8Array): boolean =>
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0]).equals(bytes.subarray(0, 4));
