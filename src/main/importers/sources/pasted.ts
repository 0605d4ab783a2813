import type { Importer } from "../importer.ts";
import { memoryLines } from "../memory-lines.ts";
import { wholeText } from "../reading-json.ts";

/** Memories as an assistant prints them when it is asked to, or any list that somebody wrote. */
export const pasted: Importer = {
  source: "pasted",
  detect: async (look) => {
    const [file, more] = look.input.files;
    if (!file || more || !/\.(?:md|markdown|txt|text)$/i.test(file.path)) return null;
    const { bytes } = await look.beginning(file);
    return bytes.includes(0) ? null : "text";
  },
  read: async function* ({ files }, reading) {
    for (const file of files) {
      const read = await wholeText(file, reading);
      if (!read) {
        yield { kind: "skipped", what: "text over 5 MB" };
        continue;
      }
      const { text, isGuessed, path } = read;
      if (isGuessed)
        yield { kind: "warning", code: "encoding", file: path, detail: "not UTF-8, read as windows-1252" };
      const { lines, outside } = memoryLines(text);
      if (outside > 0) yield { kind: "skipped", what: "line outside the fence", count: outside };
      for (const line of lines) yield { kind: "memory", ...line, from: path, target: "memory" };
    }
  },
};
