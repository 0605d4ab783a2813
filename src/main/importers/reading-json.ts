import type { Found } from "./found.ts";
import type { Reading } from "./importer.ts";
import type { JsonElement } from "./input/json-elements.ts";
import type { SourceFile } from "./input/source-files.ts";

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
