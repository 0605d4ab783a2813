import type { KnownFile } from "../file-rows.ts";
import { isMarkdown } from "../examine-file.ts";

/** A file that a link can lead to. */
export type NamedFile = {
  /** Inside its workspace. */
  readonly path: string;
  /** As a link calls it: a note without its ending, any other file with it. */
  readonly name: string;
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly isNote: boolean;
};

/** The names by which the files of one workspace are linked to. Case and Unicode form do not matter. */
export class NoteNames {
  readonly files: readonly NamedFile[];
  readonly #byName = new Map<string, NamedFile[]>();
  readonly #byAlias = new Map<string, NamedFile[]>();

  constructor(known: Iterable<{ readonly inner: string; readonly file: KnownFile }>) {
    this.files = [...known].map(({ inner, file }) => namedFile(inner, file)).sort(byPath);
    for (const file of this.files) {
      add(this.#byName, file.name, file);
      if (file.isNote) add(this.#byName, file.path.slice(file.path.lastIndexOf("/") + 1), file);
      for (const alias of [...file.aliases, file.title ?? ""]) add(this.#byAlias, alias, file);
    }
  }

  /**
   * The file a link means, seen from the note it stands in: by path, then by name, then by alias or title. Of
   * several, the one in the same folder, else the one nearest to the top.
   */
  resolve(target: string, from: string): NamedFile | null {
    const wanted = keyOf(target.replaceAll("\\", "/").replace(/^\.?\/+/, ""));
    if (wanted === "") return this.files.find(({ path }) => path === from) ?? null;
    const last = wanted.slice(wanted.lastIndexOf("/") + 1);
    const named = (this.#byName.get(last) ?? []).filter(({ path }) => isAtPath(keyOf(path), wanted));
    const found = named.length > 0 ? named : (this.#byAlias.get(wanted) ?? []);
    return nearest(found, from);
  }

  /** What a person who typed this much may mean; names that begin with it first. */
  complete(typed: string, limit: number): { readonly files: readonly NamedFile[]; readonly total: number } {
    const wanted = keyOf(typed);
    const ranked = this.files.flatMap((file) => {
      const rank = rankOf(file, wanted);
      return rank === null ? [] : [{ file, rank: rank + (file.isNote ? 0 : 0.5) }];
    });
    ranked.sort((a, b) => a.rank - b.rank || a.file.name.length - b.file.name.length);
    return { files: ranked.slice(0, limit).map(({ file }) => file), total: ranked.length };
  }
}

/** Whether two names are the same to a link. */
export const keyOf = (name: string): string => name.normalize("NFC").toLowerCase().trim();

/** `Kyoto` for `Travel/Kyoto.md`. */
export const nameOfNote = (inner: string): string =>
  inner.slice(inner.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");

const namedFile = (inner: string, { facts }: KnownFile): NamedFile => {
  const isNote = isMarkdown(inner);
  return {
    path: inner,
    name: isNote ? nameOfNote(inner) : inner.slice(inner.lastIndexOf("/") + 1),
    title: facts.note?.title ?? null,
    aliases: facts.note?.aliases ?? [],
    isNote,
  };
};

const add = (map: Map<string, NamedFile[]>, name: string, file: NamedFile): void => {
  const key = keyOf(name);
  if (key === "") return;
  const known = map.get(key);
  if (!known) map.set(key, [file]);
  else if (!known.includes(file)) known.push(file);
};

/** `travel/kyoto` is meant by `kyoto` and `travel/kyoto`, with or without the ending of a note. */
const isAtPath = (path: string, wanted: string): boolean => {
  const ends = (candidate: string) => candidate === wanted || candidate.endsWith(`/${wanted}`);
  return ends(path) || (isMarkdown(path) && ends(path.replace(/\.[^.]+$/, "")));
};

const nearest = (found: readonly NamedFile[], from: string): NamedFile | null => {
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const rank = ({ path }: NamedFile) =>
    path.slice(0, path.lastIndexOf("/") + 1) === folder ? 0 : path.split("/").length;
  return found.toSorted((a, b) => rank(a) - rank(b) || byPath(a, b))[0] ?? null;
};

const rankOf = ({ name, path, aliases, title }: NamedFile, wanted: string): number | null => {
  const names = [name, ...aliases, title ?? ""].map(keyOf);
  if (names.some((known) => known.startsWith(wanted) && known !== "")) return 0;
  if (names.some((known) => known.includes(wanted))) return 1;
  return keyOf(path).includes(wanted) ? 2 : null;
};

const byPath = (a: NamedFile, b: NamedFile): number => (a.path < b.path ? -1 : 1);
