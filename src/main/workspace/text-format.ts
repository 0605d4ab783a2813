import { decodeMixed, firstNotUtf8 } from "../base/decode-mixed.ts";

/** The format of a text on disk that must survive an edit: byte order mark and line endings. */

export type TextFormat = {
  readonly bom: boolean;
  /** Null: no line ends, so nothing to keep. */ readonly eol: "\n" | "\r\n" | null;
};

export type Decoded =
  | { readonly kind: "text"; readonly text: string; readonly format: TextFormat }
  /** As well as it can be read, without U+FFFD; `line`: of the first byte that is not UTF-8. */
  | { readonly kind: "not-utf8"; readonly text: () => string; readonly line: number }
  | { readonly kind: "binary" };

const bomBytes = Buffer.from([0xef, 0xbb, 0xbf]);
/** As in git: a NUL among the first bytes means binary. */
const SNIFFED_BYTES = 8000;

export const decodeText = (bytes: Uint8Array): Decoded => {
  if (isBinary(bytes)) return { kind: "binary" };
  const bom = bytes.length >= 3 && bomBytes.equals(bytes.subarray(0, 3));
  const body = bom ? bytes.subarray(3) : bytes;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return { kind: "text", text, format: { bom, eol: dominantEol(text) } };
  } catch {
    return { kind: "not-utf8", text: () => decodeMixed(body), line: lineOf(body, firstNotUtf8(body)) };
  }
};

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED_BYTES).includes(0);

/**
 * The bytes to store. Text with uniform line ends gets the file's line ends; mixed text is stored unchanged,
 * because the writer chose them one by one.
 */
export const encodeText = (text: string, format: TextFormat): Uint8Array => {
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const body = Buffer.from(withEol(plain, format.eol), "utf8");
  return format.bom || plain !== text ? Buffer.concat([bomBytes, body]) : body;
};

export const newFileFormat: TextFormat = { bom: false, eol: null };

const dominantEol = (text: string): TextFormat["eol"] => {
  const { crlf, lf } = countEols(text);
  if (crlf === 0 && lf === 0) return null;
  return crlf > lf ? "\r\n" : "\n";
};

const withEol = (text: string, eol: TextFormat["eol"]): string => {
  if (eol === null) return text;
  const { crlf, lf } = countEols(text);
  if (crlf > 0 && lf > 0) return text;
  return text.replaceAll(/\r?\n/g, eol);
};

const countEols = (text: string): { crlf: number; lf: number } => {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (text[at - 1] === "\r") crlf++;
    else lf++;
  }
  return { crlf, lf };
};

const lineOf = (bytes: Uint8Array, until: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < until; at = bytes.indexOf(NEWLINE, at + 1)) line++;
  return line;
};

const NEWLINE = 0x0a;
