import { Failure } from "#shared/contract/failure.ts";
import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { pngTexts } from "../input/png-texts.ts";
import { nameOf, type SourceFile, type SourceFiles, wholeOf } from "../input/source-files.ts";
import { type Beginning, JSON_FILES, JSONL_FILES } from "../look.ts";
import { withoutNames } from "../message-text.ts";
import { lineWarning, readingOf, wholeJson } from "../reading-json.ts";
import { slugOf } from "../safe-name.ts";
import type { SourceNode } from "../source-session.ts";
import { type ReadTime, readTime } from "../times.ts";
import { at, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const PICTURES = /\.png$/i;
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
const V1_FIELDS = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];

/** SillyTavern: character cards, chats and lorebooks. */
export const sillytavern: Importer = {
  source: "sillytavern",
  detect: async (look) => {
    if (await look.find(JSONL_FILES, isChat)) return "chats";
    if (await look.find(JSON_FILES, isCard)) return "card";
    if (await look.find(JSON_FILES, isWorld)) return "world";
    const [picture, more] = look.files(PICTURES);
    if (!picture || more || look.input.kind !== "file") return null;
    const { bytes } = await look.beginning(picture);
    return bytes.includes("ccv3") ? "png, ccv3 before chara" : bytes.includes("chara") ? "png" : "picture";
  },
  read: async function* (input, reading) {
    for (const file of input.files) {
      if (/(?:^|\/)(?:secrets|settings)\.json$/.test(file.path)) continue;
      if (JSONL_FILES.test(file.path)) yield* readChat(file, reading);
      else if (PICTURES.test(file.path)) yield* readPicture(file, input, reading);
      else if (JSON_FILES.test(file.path)) {
        const read = await wholeJson(file, reading);
        if ("warning" in read) yield read.warning;
        else if (isRecord(at(read.value, "entries"))) yield* readWorld(read.value, file);
        else yield* readCard(read.value, file);
      }
    }
  },
};

const isChat = ({ lines }: Beginning): boolean =>
  lines[0] !== undefined && ["user_name", "character_name"].every((key) => key in (lines[0] ?? {}));

const isCard = ({ objects }: Beginning): boolean =>
  objects.some(
    (each) =>
      /^chara_card_v[23]$/.test(textAt(each, "spec")) ||
      V1_FIELDS.every((field) => typeof each[field] === "string"),
  );

const isWorld = ({ objects }: Beginning): boolean =>
  objects.some(
    (each) =>
      isRecord(each.entries) && Object.values(each.entries).some((entry) => Array.isArray(at(entry, "key"))),
  );

async function* readPicture(
  file: SourceFile,
  { kind }: SourceFiles,
  reading: Reading,
): AsyncGenerator<Found> {
  const bytes = await wholeOf(file, MAX_PICTURE_BYTES, reading.signal);
  reading.onBytes?.(file.size);
  const name = nameOf(file.path);
  const texts = bytes ? pngTexts(bytes, name) : new Map<string, string>();
  const packed = texts.get("ccv3") ?? texts.get("chara");
  if (packed === undefined) {
    if (kind === "file")
      throw new Failure("import-unknown", `${name} is a picture without a character in it.`, { name });
    return;
  }
  yield* readCard(parsedOr(Buffer.from(packed, "base64").toString("utf8")), file);
}

/** A character: offered as an agent, its words as a template of ours. */
function* readCard(card: unknown, file: SourceFile): Generator<Found> {
  const data = isRecord(at(card, "data")) ? at(card, "data") : card;
  const name = textAt(data, "name");
  if (name === "") return;
  const id = slugOf(name, "character");
  const folder = `knowledge/imports/sillytavern/${id}`;
  const constants: string[] = [];
  for (const [index, entry] of listAt(data, "character_book", "entries").entries())
    yield* readEntry(asEntry(entry), index + 1, folder, file, constants);
  if (isRecord(at(data, "extensions"))) yield { kind: "skipped", what: "extensions" };
  const parts = ["system_prompt", "description", "scenario", "mes_example"].map((key) => textAt(data, key));
  yield {
    kind: "agent",
    id,
    displayName: name,
    profile: "persona",
    systemPromptTemplate: [...parts, ...constants]
      .map(asTemplate)
      .filter((part) => part !== "")
      .join("\n\n"),
    from: file.path,
  };
  const vibe = textAt(data, "personality").split("\n", 1)[0]?.slice(0, 80) ?? "";
  for (const line of [`Name: ${name}`, ...(vibe === "" ? [] : [`Vibe: ${vibe}`])])
    yield {
      kind: "memory",
      text: line,
      date: null,
      heading: "",
      from: file.path,
      target: "identity",
      off: "behaviour",
    };
  const greetings = [textAt(data, "first_mes"), ...listAt(data, "alternate_greetings").map(String)].filter(
    (each) => each !== "",
  );
  if (greetings.length > 0)
    yield document(`${folder}/greetings.md`, `# Greetings\n\n${greetings.join("\n\n---\n\n")}\n`, file);
}

type Entry = {
  readonly keys: readonly string[];
  readonly content: string;
  readonly isOn: boolean;
  readonly isConstant: boolean;
  readonly isRegex: boolean;
  readonly comment: string;
};

/** Names differ between a card and a file of its own. */
const asEntry = (entry: unknown): Entry => ({
  keys: [...listAt(entry, "keys"), ...listAt(entry, "key")].filter((key) => typeof key === "string"),
  content: textAt(entry, "content"),
  isOn: at(entry, "enabled") !== false && at(entry, "disable") !== true,
  isConstant: at(entry, "constant") === true,
  isRegex: at(entry, "use_regex") === true,
  comment: textAt(entry, "comment"),
});

function* readEntry(
  { keys, content, isOn, isConstant, isRegex, comment }: Entry,
  nth: number,
  folder: string,
  file: SourceFile,
  constants: string[],
): Generator<Found> {
  if (!isOn) return yield { kind: "skipped", what: "disabled entry" };
  if (isConstant) {
    constants.push(content);
    return;
  }
  const hasRegex = isRegex || keys.some((key) => /^\/.+\/[a-z]*$/.test(key));
  if (hasRegex) yield { kind: "warning", code: "regex-key", file: file.path, detail: keys.join(", ") };
  const words = keys.filter((key) => !/^\/.+\/[a-z]*$/.test(key));
  const name = slugOf(comment || (words[0] ?? ""), `entry-${nth}`);
  const found = words.length > 0 ? `Words: ${words.join(", ")}\n\n` : "";
  yield document(`${folder}/${name}.md`, `# ${comment || (words[0] ?? name)}\n\n${found}${content}\n`, file);
}

function* readWorld(world: unknown, file: SourceFile): Generator<Found> {
  const folder = `knowledge/imports/sillytavern/${slugOf(nameOf(file.path).replace(/\.json$/i, ""), "world")}`;
  const entries = Object.values(at(world, "entries") as Record<string, unknown>);
  for (const [index, entry] of entries.entries())
    // Without a card there is no template for what is always there.
    yield* readEntry({ ...asEntry(entry), isConstant: false }, index + 1, folder, file, []);
}

const document = (path: string, text: string, file: SourceFile): Found => ({
  kind: "document",
  path,
  from: file.path,
  bytes: Buffer.byteLength(text),
  content: async () => text,
  role: "knowledge",
});

/** `{{char}}` and `{{user}}` are names here, too; all other marks must not run. */
const asTemplate = (text: string): string =>
  withoutNames(
    text
      .replaceAll(/\{\{original\}\}/gi, "")
      .replaceAll(/\{\{char\}\}/gi, "\u0001")
      .replaceAll(/\{\{user\}\}/gi, "\u0002"),
  )
    .replaceAll("\u0001", "{{agent.displayName}}")
    .replaceAll("\u0002", "{{user.name}}")
    .trim();

async function* readChat(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  const chain = new Chain();
  const extra: SourceNode[] = [];
  const folder = file.path.split("/").at(-2) ?? "";
  let header: Record<string, unknown> = {};
  const names = new Set<string>();
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["name", "user_name"] })) {
    if (line.kind === "problem") {
      yield lineWarning(file.path, line);
      continue;
    }
    const { value } = line;
    if (!isRecord(value)) continue;
    if ("user_name" in value || "chat_metadata" in value) {
      header = value;
      continue;
    }
    if (value.is_system === true) {
      yield { kind: "skipped", what: "is_system" };
      continue;
    }
    const time = sendDate(value.send_date);
    if (time?.hasNoZone)
      yield { kind: "warning", code: "time-without-zone", file: file.path, line: line.line };
    if (value.is_user !== true) names.add(textAt(value, "name"));
    addMessage(value, time, chain, extra);
  }
  const isGroup = Object.keys(header).length === 0 && names.size > 1;
  const nodes = [...chain.nodes, ...extra];
  yield chainedSession(file, chain, {
    sourceId: `${folder}/${nameOf(file.path).replace(/\.jsonl$/i, "")}`,
    title: textAt(header, "character_name") || folder,
    createdAt: sendDate(header.create_date)?.iso ?? null,
    kind: isGroup ? "group" : "main",
    nodes,
  });
}

/** Other answers to the same question are beside the chosen one. */
const addMessage = (
  line: Record<string, unknown>,
  time: ReadTime | null,
  chain: Chain,
  extra: SourceNode[],
): void => {
  const role = line.is_user === true ? "user" : "assistant";
  const model = textAt(line, "extra", "model");
  const swipes = listAt(line, "swipes");
  const chosen = at(line, "swipe_id");
  const parentId = chain.last;
  const place = chain.nodes.length;
  for (const [index, swipe] of swipes.entries()) {
    if (index === chosen || typeof swipe !== "string") continue;
    const swiped = sendDate(at(listAt(line, "swipe_info")[index], "send_date")) ?? time;
    const parts = [{ type: "text" as const, role: "assistant" as const, text: swipe }];
    extra.push({ id: `${place} swipe ${index}`, parentId, time: swiped?.iso ?? null, parts });
  }
  chain.add(null, time?.iso ?? null, [
    { type: "reasoning", text: textAt(line, "extra", "reasoning") },
    { type: "text", role, text: textAt(line, "mes"), ...(role === "assistant" && { model }) },
  ]);
};

/** ISO, milliseconds, `July 9, 2026 6:00am`, or `2026-07-09@06h00m00s`; the last two are local times. */
const sendDate = (value: unknown): ReadTime | null => {
  const known = readTime(value);
  if (known || typeof value !== "string") return known;
  const short = /^(\d{4}-\d\d-\d\d)@(\d\d)h(\d\d)m(\d\d)s/.exec(value);
  if (short) return readTime(`${short[1]}T${short[2]}:${short[3]}:${short[4]}`);
  const long = /^([A-Z][a-z]+ \d{1,2}, \d{4}) (\d{1,2}):(\d\d)\s*(am|pm)$/i.exec(value);
  if (!long) return null;
  const [, day, hour = "0", minute, half = ""] = long;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const ms = Date.parse(`${day} ${String(hours).padStart(2, "0")}:${minute}:00`);
  return Number.isNaN(ms) ? null : { iso: new Date(ms).toISOString(), hasNoZone: true };
};
