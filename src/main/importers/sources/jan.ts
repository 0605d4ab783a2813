import { boundedValue } from "../bounded-value.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { folderOf, memoryFile, nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { withoutNames } from "../message-text.ts";
import { lineWarning, readingOf, wholeJson } from "../reading-json.ts";
import { slugOf } from "../safe-name.ts";
import type { Part, PartAttachment, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, isRecord, listAt, textAt } from "../values.ts";

const MESSAGES = /(?:^|\/)messages\.jsonl$/;

/** Jan: its folder of threads. */
export const jan: Importer = {
  source: "jan",
  detect: async (look) => {
    const isThread = ({ lines }: { readonly lines: readonly Record<string, unknown>[] }) =>
      lines.some((line) => line.object === "thread.message");
    return (await look.find(MESSAGES, isThread)) ? "threads" : null;
  },
  read: async function* (input, reading) {
    for (const file of input.files.filter(({ path }) => MESSAGES.test(path)))
      yield* readThread(file, input, reading);
  },
};

async function* readThread(
  file: SourceFile,
  { files }: SourceFiles,
  reading: Reading,
): AsyncGenerator<Found> {
  const folder = folderOf(file.path);
  const about = files.find(
    ({ path }) => path === `${folder}/thread.json` || (folder === "" && path === "thread.json"),
  );
  const read = about ? await wholeJson(about, reading) : { value: {} };
  const thread = "value" in read ? read.value : {};
  const lines: Record<string, unknown>[] = [];
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["id", "object"] })) {
    if (line.kind === "problem") yield lineWarning(file.path, line);
    else if (isRecord(line.value)) lines.push(line.value);
  }
  const isTree = lines.some((line) => isRecord(line.metadata) && "parentId" in line.metadata);
  const nodes = lines.map((line, index): SourceNode => ({
    id: textAt(line, "id") || `line ${index}`,
    parentId: isTree ? textAt(line, "metadata", "parentId") || null : textAt(lines[index - 1], "id") || null,
    time: isoOf(line.created_at),
    parts: partsOf(line, file),
  }));
  yield {
    kind: "session",
    session: {
      sourceId: textAt(thread, "id") || nameOf(folder),
      from: file.path,
      title: textAt(thread, "title"),
      createdAt: isoOf(at(thread, "created")),
      updatedAt: isoOf(at(thread, "updated")),
      fileTime: file.modifiedAt,
      kind: "main",
      nodes,
      activeLeaf: activeLeaf(lines, isTree),
      isOrdered: true,
    },
  };
  const instructions = textAt(thread, "assistants", 0, "instructions");
  const name = textAt(thread, "assistants", 0, "name");
  if (instructions !== "")
    yield {
      kind: "agent",
      id: slugOf(name, "jan"),
      displayName: name || "Jan",
      systemPromptTemplate: withoutNames(instructions),
      from: about?.path ?? file.path,
    };
}

/** From the first message along the children that are shown. */
const activeLeaf = (lines: readonly Record<string, unknown>[], isTree: boolean): string | null => {
  if (!isTree) return textAt(lines.at(-1), "id") || null;
  const byParent = Map.groupBy(lines, (line) => textAt(line, "metadata", "parentId"));
  const seen = new Set<string>();
  let now = byParent.get("")?.at(-1);
  let leaf = "";
  while (now && !seen.has(textAt(now, "id"))) {
    leaf = textAt(now, "id");
    seen.add(leaf);
    const shown = textAt(now, "metadata", "activeChildId");
    const children = byParent.get(leaf) ?? [];
    now = children.find((child) => textAt(child, "id") === shown) ?? children.at(-1);
  }
  return leaf || null;
};

const partsOf = (line: Record<string, unknown>, file: SourceFile): readonly Part[] => {
  const role = textAt(line, "role") === "user" ? "user" : "assistant";
  const interrupted = ["stopped", "error", "pending"].includes(textAt(line, "status"));
  const parts: Part[] = [];
  const files: PartAttachment[] = [];
  for (const block of listAt(line, "content")) {
    const type = textAt(block, "type");
    const text = textAt(block, "text", "value") || textAt(block, "text");
    const callId = textAt(block, "tool_call_id") || null;
    if (type === "reasoning") parts.push({ type: "reasoning", text });
    else if (type === "tool_call") {
      const name = textAt(block, "tool_name");
      parts.push({ type: "call", callId, name, args: at(block, "input") ?? {} });
      const output = at(block, "output");
      if (output !== undefined)
        parts.push({
          type: "result",
          callId,
          name,
          text: typeof output === "string" ? output : JSON.stringify(boundedValue(output)),
        });
    } else if (type === "image_url") files.push(...pictureOf(block, file));
    else if (type === "text") parts.push(...thoughtAndText(text, role));
  }
  const last = parts.findLastIndex((part) => part.type === "text");
  if (last < 0 && (interrupted || files.length > 0))
    return [...parts, { type: "text", role, text: "", interrupted, attachments: files }];
  return parts.map((part, index) =>
    index === last && part.type === "text" ? { ...part, interrupted, attachments: files } : part,
  );
};

/** Some models think in their text. */
const thoughtAndText = (text: string, role: "user" | "assistant"): Part[] => {
  const [whole = "", thought] =
    role === "assistant" ? (/^\s*<think>([^]*?)<\/think>\s*/.exec(text) ?? []) : [];
  const said: Part = { type: "text", role, text: text.slice(whole.length) };
  return thought === undefined ? [said] : [{ type: "reasoning", text: thought.trim() }, said];
};

const pictureOf = (block: unknown, file: SourceFile): PartAttachment[] => {
  const [, ending, data] = /^data:image\/(\w+);base64,(.+)$/s.exec(textAt(block, "image_url", "url")) ?? [];
  if (data === undefined) return [];
  const name = `image.${ending ?? "png"}`;
  return [{ name, file: memoryFile(name, () => Buffer.from(data, "base64"), file.modifiedAt) }];
};
