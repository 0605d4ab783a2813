import type { Found } from "./found.ts";
import type { Reading } from "./importer.ts";
import type { JsonLine } from "./input/json-lines.ts";
import type { JsonElement } from "./input/json-elements.ts";
import { type Decoded, decodeBytes } from "./input/decode-text.ts";
import { MAX_WHOLE_BYTES, type SourceFile, wholeOf } from "./input/source-files.ts";

/** The bytes of a file, with progress. */
export async function* readingOf(file: SourceFile, { signal, onBytes }: Reading): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.bytes(signal)) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

/** The warning about an element that could not be read. */
export const cutWarning = (file: string, element: Exclude<JsonElement, { kind: "value" }>): Found => {
  if (element.kind === "cut") return { kind: "warning", code: "truncated-json", file };
  const detail = {
    broken: "not JSON",
    "too-large": "larger than 256 MB",
    "too-deep": "nested too deeply",
  }[element.kind === "refused" ? element.why : "broken"];
  return { kind: "warning", code: "unknown-content", file, detail };
};

export const lineWarning = (file: string, { line, code }: LineWarning): Found => ({
  kind: "warning",
  code,
  file,
  line,
});

type LineWarning = Extract<JsonLine, { kind: "problem" }>;

/** The whole value of a file, or the warning why there is none. */
export const wholeJson = async (
  file: SourceFile,
  { signal, onBytes }: Reading,
): Promise<{ readonly value: unknown } | { readonly warning: Found }> => {
  const bytes = await wholeOf(file, MAX_WHOLE_BYTES, signal);
  onBytes?.(file.size);
  if (!bytes)
    return { warning: cutWarning(file.path, { kind: "refused", why: "too-large", bytes: file.size }) };
  try {
    return { value: JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")) as unknown };
  } catch {
    return { warning: { kind: "warning", code: "truncated-json", file: file.path } };
  }
};

/** The text of a Markdown or text file; null when it is longer than any note. */
export const wholeText = async (
  file: SourceFile,
  { signal, onBytes }: Reading,
): Promise<(Decoded & { readonly path: string }) | null> => {
  const bytes = await wholeOf(file, MAX_TEXT_BYTES, signal);
  onBytes?.(file.size);
  return bytes && { ...decodeBytes(bytes), path: file.path };
};

const MAX_TEXT_BYTES = 5 * 1024 * 1024;
