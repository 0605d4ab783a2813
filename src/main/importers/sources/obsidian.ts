import { findWikilinks, parseWikilink } from "#shared/model/wikilink.ts";
import type { Found } from "../found.ts";
import { parseYamlFrontMatter } from "../front-matter.ts";
import type { Importer, Reading } from "../importer.ts";
import { decodeBytes } from "../input/decode-text.ts";
import { nameOf, type SourceFile, type SourceFiles, wholeOf } from "../input/source-files.ts";
import { memoryLines } from "../memory-lines.ts";
import { wholeJson } from "../reading-json.ts";
import { safeName } from "../safe-name.ts";
import { isRecord, textAt } from "../values.ts";

/** A larger note is copied, and its links are not read. */
const MAX_NOTE_BYTES = 2 * 1024 * 1024;

/** An Obsidian vault: any folder with `.obsidian/`. Usually opened where it is; here it is copied. */
export const obsidian: Importer = {
  source: "obsidian",
  detect: async ({ input }) => (vaultRoot(input) === null ? null : "vault"),
  read: async function* (input, reading) {
    const root = vaultRoot(input) ?? "";
    const vault = new Vault(root === "" ? input.name : nameOf(root.slice(0, -1)));
    const daily = await dailyFolder(input, root, reading);
    for (const file of input.files) {
      if (!file.path.startsWith(root)) continue;
      yield* vault.add(file, file.path.slice(root.length), daily, reading);
    }
    yield* vault.links();
  },
};

/** The path of the vault with `/` at its end; empty when it is what was chosen. */
const vaultRoot = ({ folders }: SourceFiles): string | null => {
  if (folders.has(".obsidian")) return "";
  const nested = [...folders].find((folder) => /^[^/]+\/\.obsidian$/.test(folder));
  return nested === undefined ? null : nested.slice(0, -".obsidian".length);
};

const dailyFolder = async (
  { files }: SourceFiles,
  root: string,
  reading: Reading,
): Promise<string | null> => {
  const settings = files.find(({ path }) => path === `${root}.obsidian/daily-notes.json`);
  if (!settings) return null;
  const read = await wholeJson(settings, reading);
  const format = "value" in read ? textAt(read.value, "format") : "";
  if (!("value" in read) || (format !== "" && format !== "YYYY-MM-DD")) return null;
  return textAt(read.value, "folder").replace(/\/$/, "");
};

type Note = {
  /** Without `.md`, relative to the vault. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly links: readonly { readonly target: string; readonly relation: string }[];
};

class Vault {
  readonly #name: string;
  readonly #notes: Note[] = [];

  constructor(name: string) {
    this.#name = safeName(name, "vault");
  }

  async *add(file: SourceFile, path: string, daily: string | null, reading: Reading): AsyncGenerator<Found> {
    if (path.startsWith(".obsidian/")) return yield { kind: "skipped", what: ".obsidian/" };
    if (path.startsWith(".trash/")) return yield { kind: "skipped", what: ".trash/" };
    if (/\.(?:canvas|base)$/i.test(path)) return yield { kind: "skipped", what: "canvas, base" };
    if (path.endsWith(".icloud"))
      return yield { kind: "skipped", what: "note that is not downloaded from iCloud" };
    if (nameOf(path).startsWith(".")) return;
    if (file.isHardLink)
      return yield { kind: "warning", code: "unsafe-path", file: path, detail: "hard link" };
    if (!/\.md$/i.test(path)) return yield this.#document(file, path, "attachment");
    const date = /(?:^|\/)(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1];
    const isDaily =
      daily !== null && date !== undefined && path === `${daily === "" ? "" : `${daily}/`}${date}.md`;
    const bytes = await wholeOf(file, MAX_NOTE_BYTES, reading.signal);
    reading.onBytes?.(file.size);
    const text = bytes ? decodeBytes(bytes).text : "";
    if (isDaily) {
      for (const line of memoryLines(text).lines)
        yield { kind: "memory", ...line, date, from: path, target: "daily", off: "offered" };
      return;
    }
    yield this.#document(file, path, "knowledge");
    yield* this.#read(path, text);
  }

  *#read(path: string, text: string): Generator<Found> {
    const front = parseYamlFrontMatter(text);
    const isBad = /^---[ \t]*\r?\n/.test(text) && !isRecord(front) && front !== null;
    if (isBad) return yield { kind: "warning", code: "bad-front-matter", file: path };
    for (const [, plugin] of text.matchAll(/^ {0,3}```(dataview(?:js)?|tasks|templater|query)\s*$/gm))
      yield { kind: "warning", code: "plugin-block", file: path, detail: plugin ?? "" };
    const body = text.replace(/^---\r?\n[^]*?\r?\n---\r?\n/, "");
    const properties = isRecord(front) ? front : {};
    this.#notes.push({
      path: path.replace(/\.md$/i, ""),
      aliases: textsIn(properties.aliases),
      links: [...linksInProperties(properties), ...linksIn(body)],
    });
  }

  #document(file: SourceFile, path: string, role: "knowledge" | "attachment"): Found {
    const names = path.split("/").map((name) => safeName(name, "note"));
    return {
      kind: "document",
      path: `knowledge/imports/obsidian/${this.#name}/${names.join("/")}`,
      from: path,
      bytes: file.size,
      content: async () => (await wholeOf(file, file.size)) ?? new Uint8Array(),
      role,
    };
  }

  /** Names of notes and the links between them. */
  *links(): Generator<Found> {
    const finder = new NoteFinder(this.#notes);
    const relations = new Map<string, { from: string; relation: string; to: string }>();
    for (const note of this.#notes) {
      for (const { target, relation } of note.links) {
        const found = finder.find(target);
        if (found === "ambiguous")
          yield { kind: "warning", code: "ambiguous-link", file: `${note.path}.md`, detail: target };
        else if (found === null) {
          if (!/\.\w{2,5}$/.test(target))
            yield { kind: "warning", code: "dangling-link", file: `${note.path}.md`, detail: target };
        } else {
          const edge = { from: finder.nameOf(note), relation, to: finder.nameOf(found) };
          relations.set(JSON.stringify(edge), edge);
        }
      }
    }
    if (this.#notes.length === 0) return;
    yield {
      kind: "graph",
      entities: this.#notes.map((note) => ({ name: finder.nameOf(note), type: "note" })),
      relations: [...relations.values()],
      from: this.#name,
    };
  }
}

/** Resolves links as Obsidian does: the exact path, else a name that only one note has, else an alias. */
class NoteFinder {
  readonly #byPath = new Map<string, Note>();
  readonly #byName = new Map<string, Note[]>();
  readonly #byAlias = new Map<string, Note[]>();

  constructor(notes: readonly Note[]) {
    for (const note of notes) {
      this.#byPath.set(keyOf(note.path), note);
      push(this.#byName, keyOf(nameOf(note.path)), note);
      for (const alias of note.aliases) push(this.#byAlias, keyOf(alias), note);
    }
  }

  find(target: string): Note | "ambiguous" | null {
    const key = keyOf(target.replace(/\.md$/i, "").replace(/^\//, ""));
    const exact = key.includes("/") ? this.#byPath.get(key) : undefined;
    if (exact) return exact;
    const found = this.#byName.get(keyOf(nameOf(key))) ?? this.#byAlias.get(key) ?? [];
    return found.length > 1 ? "ambiguous" : (found[0] ?? null);
  }

  /** The path where several notes have the same name. */
  nameOf({ path }: Note): string {
    const name = nameOf(path);
    return (this.#byName.get(keyOf(name))?.length ?? 0) > 1 ? path : name;
  }
}

const push = (map: Map<string, Note[]>, key: string, note: Note): void => {
  const there = map.get(key);
  if (there) there.push(note);
  else map.set(key, [note]);
};

const keyOf = (name: string): string => name.normalize("NFC").toLowerCase().trim();

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
};

/** `baker: "[[Mika]]"` is a relation with the property's name. */
const linksInProperties = (properties: Record<string, unknown>) =>
  Object.entries(properties).flatMap(([relation, value]) =>
    textsIn(value).flatMap((text) => {
      const inner = /^\[\[([^[\]]+)\]\]$/.exec(text.trim())?.[1];
      return inner === undefined ? [] : [{ target: parseWikilink(inner).target, relation }];
    }),
  );

const linksIn = (body: string) => {
  const wiki = findWikilinks(body)
    .filter(({ target }) => target !== "")
    .map(({ target, embed }) => ({ target, relation: embed ? "embeds" : "links" }));
  const plain = [...withoutCode(body).matchAll(/(?<!!)\[[^\]\n]*\]\(([^)\s]+\.md)(?:#[^)]*)?\)/g)].flatMap(
    ([, target = ""]) => (/^[a-z]+:/i.test(target) ? [] : [{ target: decoded(target), relation: "links" }]),
  );
  return [...wiki, ...plain];
};

const withoutCode = (text: string): string =>
  text.replaceAll(/^ {0,3}```[^]*?^ {0,3}```/gm, "").replaceAll(/`[^`\n]*`/g, "");

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};
