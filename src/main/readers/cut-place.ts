import type { ReadCut } from "#shared/model/reader.ts";

/** Where a cut falls in a text, as UTF-16 offsets: the first part ends at `from`, the last begins at `to`. */
export const cutPlace = (text: string, cut: ReadCut): { readonly from: number; readonly to: number } => {
  const from = Math.min(text.length, offsetOf(text, cut));
  const end = text.trimEnd().length;
  const to = cut.tail === undefined ? text.length : Math.max(from, end - cut.tail);
  return { from, to };
};

const offsetOf = (text: string, { unit, at }: ReadCut): number => {
  switch (unit) {
    case "utf16":
    case "chars":
      return at;
    case "bytes":
      return offsetOfBytes(text, at);
    case "lines": {
      let offset = 0;
      for (let line = 0; line < at; line += 1) {
        const next = text.indexOf("\n", offset);
        if (next < 0) return text.length;
        offset = next + 1;
      }
      return offset;
    }
  }
};

/** The last character that begins before the limit may be broken; it belongs to the cut part. */
const offsetOfBytes = (text: string, at: number): number => {
  const bytes = Buffer.from(text);
  if (bytes.length <= at) return text.length;
  let end = at;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end).length;
};

/** From 1: the line that contains this offset. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
};

export const lineCount = (text: string): number =>
  text === "" ? 0 : lineAt(text, text.replace(/\n$/, "").length);
