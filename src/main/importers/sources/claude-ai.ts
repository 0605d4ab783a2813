import { Failure } from "#shared/contract/failure.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonElements } from "../input/json-elements.ts";
import { memoryFile, nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { type Beginning, JSON_FILES, Look } from "../look.ts";
import { memoryLines } from "../memory-lines.ts";
import { textFence, withoutNames } from "../message-text.ts";
import { cutWarning, readingOf } from "../reading-json.ts";
import { safeName, slugOf } from "../safe-name.ts";
import type { Part, PartAttachment, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, isRecord, listAt, textAt } from "../values.ts";

/** The export of Claude.ai: one archive until August 2026, several since. */
export const claudeAi: Importer = {
  source: "claude-ai",
  detect: async (look) => {
    const found = await look.find(JSON_FILES, (beginning) => kindOf(beginning) !== null);
    if (found) {
      if (look.input.kind === "zip") return "zip";
      return found.path.includes(".zip/") ? "parts" : "single";
    }
    return (await look.find(JSON_FILES, isManifest)) ? "manifest" : null;
  },
  read: async function* (input, reading) {
    const files = await filesByKind(input);
    if (files.length === 0) throw onlyLinks();
    const projects = new Map<string, string>();
    for (const { file } of ofKind(files, "projects")) yield* readProjects(file, projects, reading);
    const talks = new Talks();
    for (const { file } of ofKind(files, "conversations")) yield* talks.read(file, reading);
    if (projects.size > 0 && talks.count > 0 && !talks.hasProjects)
      yield {
        kind: "warning",
        code: "unlinked-project",
        file: "",
        detail: "conversations do not name their project",
      };
    yield* talks.artifacts();
    for (const { file } of ofKind(files, "memory")) yield* readMemory(file, projects, reading);
  },
};

type Kind = "conversations" | "memory" | "projects";

const kindOf = ({ objects }: Beginning): Kind | null => {
  if (objects.some(({ chat_messages }) => Array.isArray(chat_messages))) return "conversations";
  const isMemory = (each: Record<string, unknown>) =>
    "conversations_memory" in each || "project_memories" in each || "memory_files" in each;
  if (objects.some(isMemory)) return "memory";
  return objects.some((each) => "prompt_template" in each && "docs" in each) ? "projects" : null;
};

/** A list of links that work once. Satchel opens none of them. */
const isManifest = ({ objects }: Beginning): boolean =>
  objects.some((each) =>
    listAt(each, "files").some(
      (file) => /-\d{3}\.zip$/.test(textAt(file, "name")) && textAt(file, "url").startsWith("https://"),
    ),
  );

const onlyLinks = () =>
  new Failure(
    "import-links",
    "This file only has links to the export. Open each of them in your browser, put the downloaded archives into one folder, and choose that folder.",
  );

type Sorted = { readonly file: SourceFile; readonly kind: Kind | null };

/** Accounts and logins are not even looked into. */
const filesByKind = async (input: SourceFiles): Promise<readonly Sorted[]> => {
  const look = new Look(input);
  const found: Sorted[] = [];
  for (const file of input.files) {
    const isOther =
      /^(?:users|login_history)\.json$/.test(nameOf(file.path)) || file.path.includes("light_metadata");
    if (isOther || !JSON_FILES.test(file.path)) continue;
    const kind = kindOf(await look.beginning(file));
    if (kind !== null) found.push({ file, kind });
  }
  return found;
};

const ofKind = (files: readonly Sorted[], kind: Kind): readonly Sorted[] =>
  files.filter((each) => each.kind === kind);

async function* elementsOf(
  file: SourceFile,
  reading: Reading,
): AsyncGenerator<Found | { record: Record<string, unknown> }> {
  for await (const element of jsonElements(readingOf(file, reading))) {
    if (element.kind !== "value") yield cutWarning(file.path, element);
    else if (isRecord(element.value)) yield { record: element.value };
  }
}

/** What is found in the records of a file, and a warning for each that could not be read. */
async function* eachRecord(
  file: SourceFile,
  reading: Reading,
  read: (record: Record<string, unknown>) => Iterable<Found>,
): AsyncGenerator<Found> {
  for await (const found of elementsOf(file, reading)) {
    if ("record" in found) yield* read(found.record);
    else yield found;
  }
}

const readProjects = (
  file: SourceFile,
  names: Map<string, string>,
  reading: Reading,
): AsyncGenerator<Found> =>
  eachRecord(file, reading, function* (project) {
    const name = textAt(project, "name") || "project";
    names.set(textAt(project, "uuid"), name);
    const folder = slugOf(name, "project");
    yield* documentsOf(project, folder, file.path);
    const template = textAt(project, "prompt_template");
    if (template.trim() !== "")
      yield {
        kind: "agent",
        id: folder,
        displayName: name,
        systemPromptTemplate: withoutNames(template),
        from: file.path,
      };
  });

function* documentsOf(project: Record<string, unknown>, folder: string, from: string): Generator<Found> {
  const taken = new Set<string>();
  for (const doc of listAt(project, "docs")) {
    const given = textAt(doc, "filename");
    if (/[/\\]/.test(given)) yield { kind: "warning", code: "unsafe-path", file: from, detail: given };
    const plain = safeName(given, "document.md");
    let name = plain;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = plain.replace(/(\.[^.]+)?$/, `-${n}$1`);
    taken.add(name.toLowerCase());
    const content = textAt(doc, "content");
    yield {
      kind: "document",
      path: `knowledge/imports/claude-ai/${folder}/${name}`,
      from,
      bytes: Buffer.byteLength(content),
      content: async () => content,
      role: "knowledge",
    };
  }
}

const readMemory = (
  file: SourceFile,
  projects: ReadonlyMap<string, string>,
  reading: Reading,
): AsyncGenerator<Found> =>
  eachRecord(file, reading, function* (record) {
    yield* linesOf(textAt(record, "conversations_memory"), { from: file.path });
    const ofProjects = at(record, "project_memories");
    for (const [id, text] of Object.entries(isRecord(ofProjects) ? ofProjects : {}))
      if (typeof text === "string")
        yield* linesOf(text, { from: file.path, heading: projects.get(id) ?? "Project" });
    // Their paths are labels, never places to write to.
    for (const each of listAt(record, "memory_files"))
      yield* linesOf(textAt(each, "content"), {
        from: `memory_files:${textAt(each, "path")}`,
        date: isoOf(at(each, "updated_at"))?.slice(0, 10) ?? null,
      });
  });

function* linesOf(
  text: string,
  {
    from,
    heading,
    date = null,
  }: { readonly from: string; readonly heading?: string; readonly date?: string | null },
): Generator<Found> {
  for (const line of memoryLines(text).lines)
    yield {
      kind: "memory",
      text: line.text,
      date: line.date ?? date,
      heading: line.heading || (heading ?? ""),
      from,
      target: "memory",
    };
}

/** Conversations, and what was made in them. */
class Talks {
  count = 0;
  hasProjects = false;
  readonly #artifacts = new Map<string, { title: string; type: string; content: string; from: string }>();

  async *read(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
    for await (const found of elementsOf(file, reading)) {
      if (!("record" in found)) yield found;
      else if (Array.isArray(found.record.chat_messages)) yield* this.#conversation(file, found.record);
    }
  }

  *artifacts(): Generator<Found> {
    for (const [id, { title, type, content, from }] of this.#artifacts) {
      const name = `${slugOf(title || id, "artifact")}${ENDINGS[type] ?? ".md"}`;
      yield {
        kind: "document",
        path: `knowledge/imports/claude-ai/artifacts/${name}`,
        from,
        bytes: Buffer.byteLength(content),
        content: async () => content,
        role: "knowledge",
        off: "offered",
      };
    }
  }

  *#conversation(file: SourceFile, conversation: Record<string, unknown>): Generator<Found> {
    this.count += 1;
    if (textAt(conversation, "project_uuid") !== "") this.hasProjects = true;
    const messages = listAt(conversation, "chat_messages").filter(isRecord);
    const nodes: SourceNode[] = [];
    const ids = new Set(messages.map((message) => textAt(message, "uuid")));
    const root = textAt(messages[0], "parent_message_uuid");
    for (const message of messages) {
      const parts: Part[] = [];
      for (const found of this.#parts(message, file)) {
        if ("type" in found) parts.push(found);
        else yield found;
      }
      const given = textAt(message, "parent_message_uuid");
      // The first message names a made-up parent, and so does one that replaced it.
      const isRoot = given !== "" && given === root && !ids.has(given);
      const before = nodes.at(-1)?.id ?? null;
      nodes.push({
        id: textAt(message, "uuid"),
        parentId: isRoot ? null : given || before,
        time: isoOf(message.created_at),
        parts,
      });
    }
    yield {
      kind: "session",
      session: {
        sourceId: textAt(conversation, "uuid"),
        from: file.path,
        title: textAt(conversation, "name") || textAt(conversation, "summary"),
        createdAt: isoOf(conversation.created_at),
        updatedAt: isoOf(conversation.updated_at),
        fileTime: file.modifiedAt,
        kind: "main",
        pinned: conversation.is_starred === true,
        nodes,
        activeLeaf: textAt(conversation, "current_leaf_message_uuid") || null,
        isOrdered: true,
      },
    };
  }

  *#parts(message: Record<string, unknown>, file: SourceFile): Generator<Part | Found> {
    const role = textAt(message, "sender") === "human" ? "user" : "assistant";
    const model = textAt(message, "model");
    const text = (words: string): Part => ({ type: "text", role, text: words, model });
    const blocks = listAt(message, "content");
    let said = blocks.length === 0 ? textAt(message, "text") : "";
    const attached = this.#attachments(message, file);
    for (const block of blocks) {
      const part = this.#block(block, file);
      if (typeof part === "string") said = said === "" ? part : `${said}\n\n${part}`;
      else if ("kind" in part) yield part;
      else {
        if (said !== "") yield text(said);
        said = "";
        yield part;
      }
    }
    yield* attached.warnings;
    const words = [said, ...attached.fences].filter((each) => each !== "").join("\n\n");
    if (words !== "" || attached.files.length > 0)
      yield { type: "text", role, text: words, model, attachments: attached.files };
  }

  /** Text is returned as it is, to be joined with its neighbours. */
  #block(block: unknown, file: SourceFile): string | Part | Found {
    const type = textAt(block, "type");
    switch (type) {
      case "text":
        return textAt(block, "text");
      case "thinking":
        return { type: "reasoning", text: textAt(block, "thinking") };
      case "tool_use":
        this.#keepArtifact(block, file);
        return {
          type: "call",
          callId: textAt(block, "id") || null,
          name: textAt(block, "name"),
          args: at(block, "input") ?? {},
        };
      case "tool_result": {
        const texts = listAt(block, "content").map((each) => textAt(each, "text"));
        return {
          type: "result",
          callId: textAt(block, "tool_use_id") || null,
          name: textAt(block, "name"),
          text: texts.filter((each) => each !== "").join("\n\n") || textAt(block, "content"),
          isError: at(block, "is_error") === true,
        };
      }
      case "token_budget":
        return { kind: "skipped", what: "token_budget block" };
      default:
        return {
          kind: "warning",
          code: "unknown-content",
          file: file.path,
          detail: block === null ? "null block" : type || "no type",
        };
    }
  }

  /** The last whole content of each. */
  #keepArtifact(block: unknown, file: SourceFile): void {
    const [name, id] = [
      textAt(block, "name"),
      textAt(block, "input", "id") || textAt(block, "input", "path"),
    ];
    const content = textAt(block, "input", "content") || textAt(block, "input", "file_text");
    if ((name !== "artifacts" && name !== "create_file") || id === "" || content === "") return;
    const title = textAt(block, "input", "title") || nameOf(id);
    this.#artifacts.set(id, { title, type: textAt(block, "input", "type"), content, from: file.path });
  }

  /** Texts that were attached are in the export, pictures never. */
  #attachments(message: Record<string, unknown>, file: SourceFile) {
    const fences: string[] = [];
    const files: PartAttachment[] = [];
    const warnings: Found[] = [];
    for (const each of listAt(message, "attachments")) {
      const name = textAt(each, "file_name") || "attachment.txt";
      const content = textAt(each, "extracted_content");
      if (content === "") continue;
      fences.push(textFence(name, content));
      files.push({ name, file: memoryFile(name, () => Buffer.from(content), file.modifiedAt) });
    }
    for (const each of listAt(message, "files")) {
      const name = textAt(each, "file_name") || "file";
      fences.push(`[attachment ${name}, not in the export]`);
      warnings.push({ kind: "warning", code: "missing-attachment", file: file.path, detail: name });
    }
    return { fences, files, warnings };
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  "text/html": ".html",
  "text/markdown": ".md",
  "image/svg+xml": ".svg",
  "application/vnd.ant.code": ".txt",
  "application/vnd.ant.react": ".txt",
  "application/vnd.ant.mermaid": ".mmd",
};
