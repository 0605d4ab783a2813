import type { Backlink, OutgoingLink } from "#shared/contract/links.ts";
import { parseWikilink } from "#shared/model/wikilink.ts";
import type { FileIndex } from "../file-index.ts";
import type { KnownFile } from "../file-rows.ts";
import { inProject, type Roots } from "../roots.ts";
import type { NoteLink } from "./note-facts.ts";
import { keyOf, nameOfNote, type NamedFile, NoteNames } from "./note-names.ts";

/** Links of one note that are shown. */
const MAX_SHOWN = 1_000;

/** The notes of a workspace that are linked, and the links between them. */
export type NoteGraph = {
  /** `path` is project-relative. */
  readonly notes: readonly { readonly id: string; readonly name: string; readonly path: string }[];
  /** Ids of two different notes; each pair once in each direction. */
  readonly links: readonly { readonly source: string; readonly target: string }[];
};

export type LinksPorts = {
  readonly index: FileIndex;
  readonly roots: Roots;
  /** Lines of a file by project-relative path; empty when it cannot be read. */
  readonly lines: (path: string) => Promise<readonly string[]>;
};

/**
 * Who links to whom among the notes of a workspace. Links belong to the note they stand in and are kept with what is
 * known about it, so they come and go with it; where they lead is looked up when somebody asks.
 */
export class Links {
  readonly #ports: LinksPorts;
  /** By workspace, until the index changes. */
  readonly #names = new Map<string, NoteNames>();
  readonly #graphs = new Map<string, NoteGraph>();
  #version = -1;

  constructor(ports: LinksPorts) {
    this.#ports = ports;
  }

  complete(
    folder: string,
    query: string,
    limit: number,
  ): { readonly files: readonly NamedFile[]; readonly total: number } {
    return this.#namesOf(folder).complete(query, limit);
  }

  /** `link` is what stands between the brackets; `from` the note it stands in. */
  resolve(folder: string, link: string, from: string): { file: NamedFile | null; heading: string | null } {
    const { target, heading } = parseWikilink(link);
    return { file: this.#namesOf(folder).resolve(target, from), heading };
  }

  /** Both directions, for one note. */
  async of(
    folder: string,
    inner: string,
  ): Promise<{
    readonly outgoing: readonly OutgoingLink[];
    readonly incoming: readonly Backlink[];
    readonly leftOut: number;
  }> {
    const names = this.#namesOf(folder);
    const own = this.#ports.index.get(inProject(folder, inner))?.facts.note?.links ?? [];
    const outgoing = own.map((link) => ({ ...link, path: names.resolve(link.target, inner)?.path ?? null }));
    const incoming = this.#incoming(folder, inner, names);
    const shown = incoming.slice(0, MAX_SHOWN);
    return {
      outgoing: outgoing.slice(0, MAX_SHOWN),
      incoming: await this.#withText(folder, shown),
      leftOut: Math.max(0, outgoing.length - MAX_SHOWN) + incoming.length - shown.length,
    };
  }

  /** Every note that a link leads from or to. */
  graph(folder: string): NoteGraph {
    const names = this.#namesOf(folder);
    const graph = this.#graphs.get(folder) ?? this.#readGraph(folder, names);
    this.#graphs.set(folder, graph);
    return graph;
  }

  #readGraph(folder: string, names: NoteNames): NoteGraph {
    const notes = new Map<string, NoteGraph["notes"][number]>();
    const links: { source: string; target: string }[] = [];
    const idOf = (inner: string, name: string): string => {
      const id = `note:${inner}`;
      if (!notes.has(id)) notes.set(id, { id, name, path: inProject(folder, inner) });
      return id;
    };
    for (const { inner, file } of this.#filesOf(folder)) {
      const targets = new Map<string, string>();
      for (const { target } of file.facts.note?.links ?? []) {
        const found = names.resolve(target, inner);
        if (found?.isNote && found.path !== inner) targets.set(found.path, found.name);
      }
      for (const [path, name] of targets) {
        links.push({ source: idOf(inner, nameOfNote(inner)), target: idOf(path, name) });
      }
    }
    return { notes: [...notes.values()], links };
  }

  #incoming(folder: string, inner: string, names: NoteNames): (NoteLink & { readonly path: string })[] {
    const own = names.files.find(({ path }) => path === inner);
    const called = new Set(
      own ? [own.name, own.title ?? "", ...own.aliases, lastOf(own.path)].map(keyOf) : [],
    );
    const found: (NoteLink & { readonly path: string })[] = [];
    for (const { inner: from, file } of this.#filesOf(folder)) {
      if (from === inner) continue;
      for (const link of file.facts.note?.links ?? []) {
        if (!called.has(keyOf(lastOf(link.target))) && !called.has(keyOf(link.target))) continue;
        if (names.resolve(link.target, from)?.path === inner) found.push({ ...link, path: from });
      }
    }
    return found.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  }

  async #withText(
    folder: string,
    links: readonly (NoteLink & { readonly path: string })[],
  ): Promise<Backlink[]> {
    const lines = new Map<string, readonly string[]>();
    const shown: Backlink[] = [];
    for (const link of links) {
      const known = lines.get(link.path) ?? (await this.#ports.lines(inProject(folder, link.path)));
      lines.set(link.path, known);
      shown.push({ ...link, text: (known[link.line - 1] ?? "").trim().slice(0, MAX_TEXT_CHARS) });
    }
    return shown;
  }

  #namesOf(folder: string): NoteNames {
    const { version } = this.#ports.index;
    if (version !== this.#version) {
      this.#names.clear();
      this.#graphs.clear();
    }
    this.#version = version;
    const names = this.#names.get(folder) ?? new NoteNames(this.#filesOf(folder));
    this.#names.set(folder, names);
    return names;
  }

  *#filesOf(folder: string): Generator<{ readonly inner: string; readonly file: KnownFile }> {
    for (const file of this.#ports.index.all()) {
      const place = this.#ports.roots.workspaceOf(file.facts.path);
      if (place?.folder === folder) yield { inner: place.inner, file };
    }
  }
}

/** Of the line a link stands in. */
const MAX_TEXT_CHARS = 300;

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
