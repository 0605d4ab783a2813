/** Where the first byte is that belongs to no character of UTF-8; -1 when all do. */
export const firstNotUtf8 = (bytes: Uint8Array): number => {
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
};

/**
 * Bytes that are not all UTF-8 as text without U+FFFD: characters of UTF-8 as they are, and each byte that belongs to
 * none by Windows-1252, the usual one of old files. Not with `TextDecoder`, which reads 0x80 to 0x9F as control
 * characters in some versions of Node.
 */
export const decodeMixed = (bytes: Uint8Array): string => {
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) bad += 1;
    at += length || 1;
  }
  const utf8 = Buffer.allocUnsafe(bytes.length + bad * (MAX_BYTES_OF_ONE - 1));
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) for (const byte of windows1252[(bytes[at] ?? 0) - 0x80] ?? []) utf8[end++] = byte;
    for (let next = at; next < at + length; next++) utf8[end++] = bytes[next] ?? 0;
    at += length || 1;
  }
  return utf8.toString("utf8", 0, end);
};

/** Bytes of UTF-8 that a character of Windows-1252 takes at most. */
const MAX_BYTES_OF_ONE = 3;

/** The length of the character of UTF-8 that begins here; 0 when none does. */
const lengthAt = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  // Longer than need be, half characters, and what lies beyond Unicode.
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  return length;
};

const FROM_0X80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Each byte from 0x80 on, as UTF-8. One without a character stays the control character of Latin-1, as everywhere on
 * the web.
 */
const windows1252: readonly Uint8Array[] = Array.from({ length: 128 }, (_, at) =>
  Buffer.from(FROM_0X80[at] ?? String.fromCharCode(0x80 + at)),
);
