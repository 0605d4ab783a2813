import { decodeMixed } from "../../base/decode-mixed.ts";

/** Bytes as text, and what was done to them. */
export type Decoded = {
  readonly text: string;
  /** They were not all UTF-8, and the others were read as windows-1252. */
  readonly isGuessed: boolean;
};

/** UTF-8 with or without a byte order mark; other bytes are read as windows-1252, the usual one of old files. */
export const decodeBytes = (bytes: Uint8Array): Decoded => {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: decodeMixed(bytes), isGuessed: true };
  }
};

/** A text as it is stored: without NUL, and with U+FFFD in place of half a character. */
export const cleanText = (text: string): string => {
  const whole = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
};
