import { parseYamlFrontMatter } from "../front-matter.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { folderOf, memoryFile, nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { JSONL_FILES } from "../look.ts";
import { memoryLines } from "../memory-lines.ts";
import { lineWarning, readingOf, wholeText } from "../reading-json.ts";
import { safeName, slugOf } from "../safe-name.ts";
import type { Part, PartAttachment, PartUsage, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, textAt } from "../values.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const FIRST_KEYS = ["parentUuid", "type", "leafUuid", "logicalParentUuid"];

/** Claude Code: `~/.claude`, a project's folder in it, or one session. */
export const claudeCode: Importer = {
  source: "claude-code",
  detect: async (look) => {
    const found = await look.find(JSONL_FILES, ({ lines }) =>
      lines.some((line) => "parentUuid" in line && "sessionId" in line),
    );
    if (!found) return null;
    return look.input.kind === "file" ? "session" : "projects";
  },
  read: async function* (input, reading) {
    const projects = new Map<string, string>();
    for (const file of input.files.filter(({ path }) => path.endsWith(".jsonl")))
      yield* readLines(file, input, projects, reading);
    for (const file of input.files.filter(({ path }) => /(?:^|\/)memory\/[^/]+\.md$/.test(path)))
      yield* readMemory(file, input, projects, reading);
    yield* readOwn(input, reading);
  },
};

async function* readLines(
  file: SourceFile,
  { kind }: SourceFiles,
  projects: Map<string, string>,
  reading: Reading,
): AsyncGenerator<Found> {
  const name = nameOf(file.path);
  if (name === "history.jsonl") return yield { kind: "skipped", what: "history.jsonl" };
  if (name === "journal.jsonl") return yield { kind: "skipped", what: "journal" };
  const isSubagent = /\/subagents\/(?:.+\/)?agent-[^/]+\.jsonl$/.test(`/${file.path}`);
  const id = name.slice(0, -".jsonl".length);
  if (!isSubagent && !UUID.test(id) && kind !== "file") return;
  const session = new SessionReader(file, isSubagent ? `${id}@${sessionFolder(file)}` : id);
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: FIRST_KEYS })) {
    if (line.kind === "problem") yield lineWarning(file.path, line);
    else if (isRecord(line.value)) yield* session.add(line.value);
  }
  if (session.cwd !== "" && !isSubagent) projects.set(folderOf(file.path), lastOf(session.cwd));
  yield* session.found(isSubagent);
}

/** `<session>/subagents/agent-x.jsonl` */
const sessionFolder = ({ path }: SourceFile): string => path.split("/subagents/")[0]?.split("/").at(-1) ?? "";

const lastOf = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== "") ?? "";

/** One file of lines, each one block of an answer, a result, or something that is not conversation. */
class SessionReader {
  readonly #file: SourceFile;
  readonly #name: string;
  readonly #nodes: Draft[] = [];
  readonly #usages = new Map<string, PartUsage>();
  #sourceId = "";
  #title = "";
  #aiTitle = "";
  cwd = "";

  constructor(file: SourceFile, name: string) {
    this.#file = file;
    this.#name = name;
  }

  *add(line: Record<string, unknown>): Generator<Found> {
    const type = textAt(line, "type");
    if (type === "custom-title") this.#title = textAt(line, "customTitle") || this.#title;
    else if (type === "ai-title") this.#aiTitle = textAt(line, "aiTitle") || this.#aiTitle;
    else if (type === "summary") this.#aiTitle ||= textAt(line, "summary");
    // A snapshot has the id of a message in `messageId`, and none of its own.
    const id = textAt(line, "uuid");
    if (id === "") return;
    this.cwd ||= textAt(line, "cwd");
    this.#sourceId ||= textAt(line, "sessionId");
    const skipped = whySkipped(line, type);
    if (skipped !== null) yield { kind: "skipped", what: skipped };
    const boundary = type === "system" && textAt(line, "subtype") === "compact_boundary";
    const draft: Draft = {
      id,
      parentId: (boundary ? textAt(line, "logicalParentUuid") : textAt(line, "parentUuid")) || null,
      time: isoOf(line.timestamp),
      answer: textAt(line, "message", "id"),
      parts: [],
      isBoundary: boundary,
      interrupts: false,
    };
    this.#nodes.push(draft);
    if (skipped !== null || (type !== "user" && type !== "assistant")) return;
    if (line.isCompactSummary === true) this.#summarise(draft, line);
    else if (type === "user") yield* this.#user(draft, line);
    else this.#assistant(draft, line);
  }

  *found(isSubagent: boolean): Generator<Found> {
    this.#markInterrupted();
    const told = new Set<string>();
    const nodes = this.#nodes.map(({ id, parentId, time, answer, parts }): SourceNode => ({
      id,
      parentId,
      time,
      parts: parts.map((part) => this.#withUsage(part, answer, told)),
    }));
    const sourceId = isSubagent ? this.#name : this.#name || this.#sourceId;
    yield {
      kind: "session",
      session: {
        sourceId,
        from: this.#file.path,
        title: this.#title || this.#aiTitle,
        createdAt: null,
        updatedAt: null,
        fileTime: this.#file.modifiedAt,
        kind: "main",
        nodes,
        activeLeaf: null,
        isOrdered: true,
        ...(isSubagent && { off: "subagent" as const }),
      },
    };
  }

  /** The boundary marks the place, the line after it has the words. */
  #summarise(draft: Draft, line: Record<string, unknown>): void {
    const text = wordsOf(at(line, "message", "content"));
    const boundary = this.#nodes.find(({ id, isBoundary }) => isBoundary && id === draft.parentId);
    (boundary ?? draft).parts = [{ type: "compaction", summary: text }];
  }

  *#user(draft: Draft, line: Record<string, unknown>): Generator<Found> {
    const content = at(line, "message", "content");
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listAt(content);
    const words: string[] = [];
    const files: PartAttachment[] = [];
    for (const block of blocks) {
      const type = textAt(block, "type");
      if (type === "text") words.push(withoutWrappers(textAt(block, "text")));
      else if (type === "tool_result") draft.parts.push(resultOf(block));
      else if (type === "image" || type === "document") {
        const file = this.#inlineFile(block, type);
        if (file) files.push(file);
        else yield this.#missing(type);
      } else
        yield { kind: "warning", code: "unknown-content", file: this.#file.path, detail: type || "no type" };
    }
    const text = words.filter((each) => each !== "").join("\n\n");
    if (text.startsWith("[Request interrupted by user")) {
      draft.interrupts = true;
      return;
    }
    if (text !== "" || files.length > 0)
      draft.parts.push({ type: "text", role: "user", text, attachments: files });
  }

  #assistant(draft: Draft, line: Record<string, unknown>): void {
    const message = at(line, "message");
    const usage = usageOf(message);
    if (usage && draft.answer !== "") this.#usages.set(draft.answer, usage);
    for (const block of listAt(message, "content")) {
      const type = textAt(block, "type");
      if (type === "thinking") draft.parts.push({ type: "reasoning", text: textAt(block, "thinking") });
      else if (type === "text")
        draft.parts.push({
          type: "text",
          role: "assistant",
          text: textAt(block, "text"),
          model: textAt(message, "model"),
        });
      else if (type === "tool_use")
        draft.parts.push({
          type: "call",
          callId: textAt(block, "id") || null,
          name: textAt(block, "name"),
          args: at(block, "input") ?? {},
        });
    }
  }

  /** Several lines are one answer; what it took is in its last line and counts once. */
  #withUsage(part: Part, answer: string, told: Set<string>): Part {
    if (part.type !== "text" || part.role !== "assistant" || told.has(answer)) return part;
    told.add(answer);
    return { ...part, usage: this.#usages.get(answer) };
  }

  #markInterrupted(): void {
    const byId = new Map(this.#nodes.map((node) => [node.id, node]));
    for (const { interrupts, parentId } of this.#nodes) {
      if (!interrupts) continue;
      const seen = new Set<string>();
      for (
        let before = byId.get(parentId ?? "");
        before && !seen.has(before.id);
        before = byId.get(before.parentId ?? "")
      ) {
        seen.add(before.id);
        const last = before.parts.findLastIndex((part) => part.type === "text" && part.role === "assistant");
        const part = before.parts[last];
        if (part?.type !== "text") continue;
        before.parts[last] = { ...part, interrupted: true };
        break;
      }
    }
  }

  #inlineFile(block: unknown, type: string): PartAttachment | null {
    const data = textAt(block, "source", "data");
    if (textAt(block, "source", "type") !== "base64" || data === "") return null;
    const ending = textAt(block, "source", "media_type").split("/").at(-1) ?? "";
    const name = `${type}.${slugOf(ending, "bin")}`;
    return { name, file: memoryFile(name, () => Buffer.from(data, "base64"), this.#file.modifiedAt) };
  }

  #missing(detail: string): Found {
    return { kind: "warning", code: "missing-attachment", file: this.#file.path, detail };
  }
}

type Draft = {
  readonly id: string;
  readonly parentId: string | null;
  readonly time: string | null;
  /** The id of the answer that the line is a part of. */
  readonly answer: string;
  parts: Part[];
  readonly isBoundary: boolean;
  interrupts: boolean;
};

const whySkipped = (line: Record<string, unknown>, type: string): string | null => {
  if (type !== "user" && type !== "assistant") return null;
  if (line.isMeta === true) return "isMeta";
  if (line.isApiErrorMessage === true || textAt(line, "message", "model") === "<synthetic>")
    return "synthetic or API error";
  const content = at(line, "message", "content");
  if (type !== "user" || typeof content !== "string") return null;
  return content.trim() !== "" && withoutWrappers(content) === "" ? "slash command" : null;
};

const WRAPPERS = [
  "command-name",
  "command-message",
  "command-args",
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "task-notification",
  "system-reminder",
  "ide_opened_file",
  "ide_selection",
].join("|");
const LEADING = new RegExp(`^\\s*<(${WRAPPERS})>[^]*?</\\1>`);

/** What the program put in front of the user's own words. */
const withoutWrappers = (text: string): string => {
  let rest = text;
  for (let found = LEADING.exec(rest); found; found = LEADING.exec(rest)) rest = rest.slice(found[0].length);
  return rest.trim();
};

const wordsOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listAt(content)
        .map((block) => textAt(block, "text"))
        .filter((text) => text !== "")
        .join("\n\n");

const resultOf = (block: unknown): Part => {
  const content = at(block, "content");
  return {
    type: "result",
    callId: textAt(block, "tool_use_id") || null,
    name: "tool",
    text: typeof content === "string" ? content : wordsOf(content),
    isError: at(block, "is_error") === true,
  };
};

/** The input counts what was cached. */
const usageOf = (message: unknown): PartUsage | null => {
  const read = countAt(message, "usage", "cache_read_input_tokens");
  const written = countAt(message, "usage", "cache_creation_input_tokens") ?? 0;
  const input = countAt(message, "usage", "input_tokens");
  if (input === null) return null;
  return {
    input: input + written + (read ?? 0),
    cached: read,
    output: countAt(message, "usage", "output_tokens"),
  };
};

/** `MEMORY.md` is an index of facts; the other files are documents. */
async function* readMemory(
  file: SourceFile,
  { files }: SourceFiles,
  projects: ReadonlyMap<string, string>,
  reading: Reading,
): AsyncGenerator<Found> {
  const folder = folderOf(file.path);
  const slug = folderOf(folder);
  const project = slugOf(projects.get(slug) ?? nameOf(slug), "project");
  const place = `knowledge/imports/claude-code/${project}`;
  if (file.isHardLink) return yield hardLink(file);
  const read = await wholeText(file, reading);
  if (!read) return;
  if (nameOf(file.path) !== "MEMORY.md") {
    const front = parseYamlFrontMatter(read.text);
    const isPerson = textAt(front, "metadata", "type") === "user";
    if (isPerson) {
      for (const line of memoryLines(bodyOf(read.text)).lines)
        yield { kind: "memory", ...line, from: file.path, target: "user", off: "behaviour" };
      return;
    }
    return yield {
      kind: "document",
      path: `${place}/${safeName(file.path, "note.md")}`,
      from: file.path,
      bytes: file.size,
      content: async () => read.text,
      role: "knowledge",
    };
  }
  const topics = files.filter(({ path }) => folderOf(path) === folder && path !== file.path);
  const links = Object.fromEntries(
    topics.map(({ path }) => [nameOf(path), `${place}/${safeName(path, "note.md")}`]),
  );
  for (const { text, date } of memoryLines(read.text).lines)
    yield { kind: "memory", text, date, heading: project, from: file.path, target: "memory", links };
}

const bodyOf = (text: string): string => text.replace(/^---\r?\n[^]*?\r?\n---\r?\n/, "");

const hardLink = ({ path }: SourceFile): Found => ({
  kind: "warning",
  code: "unsafe-path",
  file: path,
  detail: "a hard link: its content may belong elsewhere",
});

/** What changes how an agent behaves. Nothing that runs, no settings. */
async function* readOwn({ files }: SourceFiles, reading: Reading): AsyncGenerator<Found> {
  for (const file of files) {
    const { path } = file;
    const isInstructions = path === "CLAUDE.md";
    const skill = /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    const isAgent = /^agents\/[^/]+\.md$/.test(path);
    if (!isInstructions && skill === undefined && !isAgent) continue;
    if (file.isHardLink) {
      yield hardLink(file);
      continue;
    }
    const read = await wholeText(file, reading);
    if (!read) continue;
    if (isInstructions) yield* instructionsIn(read.text, path);
    else if (skill !== undefined) {
      const left = files
        .map((each) => each.path)
        .filter((each) => each.startsWith(`skills/${skill}/`) && each !== path);
      yield { kind: "skill", name: slugOf(skill, "skill"), text: read.text, from: path, left };
    } else
      yield {
        kind: "document",
        path: `subagents/${slugOf(nameOf(path).replace(/\.md$/, ""), "subagent")}.md`,
        from: path,
        bytes: file.size,
        // A model of another vendor means nothing here.
        content: async () => read.text.replace(/^model:.*\r?\n/m, ""),
        role: "subagent",
      };
  }
}

/** Lines that name another file are not followed. */
function* instructionsIn(text: string, from: string): Generator<Found> {
  const lines = text.split(/\r?\n/);
  const isImport = (line: string) => /^\s*(?:[-*]\s+)?@\S+\s*$/.test(line);
  const imports = lines.filter(isImport);
  for (const line of imports)
    yield { kind: "warning", code: "external-import", file: from, detail: line.trim() };
  const own = lines.filter((line) => !isImport(line)).join("\n");
  if (own.trim() !== "") yield { kind: "section", target: "agents", text: own, from };
}
