import { Failure, type Events, type Signal } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { FileRole, FileText, TreeEntry, WorkspaceFile } from "#shared/contract/workspace.ts";
import type { Ports } from "../ports/ports.ts";
import type { Store } from "../store/open-store.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { WriteDisk } from "../base/write-atomic.ts";
import { type Change, EditFiles, type Removed, type Written } from "./edit-files.ts";
import { realPathOf } from "./examine-file.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { LiveIndex } from "./live-index.ts";
import { loadedFiles, roleOf, type WorkspaceFiles } from "./loaded-files.ts";
import type { Happened } from "./other-files.ts";
import { readTarget } from "./read-file.ts";
import { fromRoot, type Root, Roots } from "./roots.ts";
import { searchFiles, type SearchOptions, type SearchResult } from "./search-files.ts";
import { TextMemory } from "./text-memory.ts";
import { listFolder, notCounted } from "./tree.ts";
import { validateProject } from "./validate-project.ts";
import { type StartWatching, watchInWorker } from "./watch-source.ts";
import { type FoundFile, walkFiles } from "./walk.ts";

export type WorkspaceOptions = {
  /** Real path of the project's folder. */
  readonly project: string;
  /** Project-relative folders of the agents' workspaces, as of now. */
  readonly workspaces: () => readonly string[];
  /** The person's own overlay folder for this project, as of now. */
  readonly overlay: () => string | null;
  readonly store: Store;
  readonly counter: TokenCounter;
  /** The default model's encoding, as of now. */
  readonly encoding: () => string;
  readonly ports: Pick<Ports, "trash" | "ids" | "clock" | "log">;
  readonly emit: (event: Events) => void;
  /** There is more, less or something else to say about the files than before. */
  readonly onWarnings?: () => void;
  readonly watch?: boolean;
  readonly startWatching?: StartWatching;
  readonly disk?: WriteDisk;
};

/**
 * The files of an open project. Paths go in relative to a root (see Roots) and come out project-relative,
 * except where they are shown to whoever asked inside that root.
 */
export class Workspace {
  readonly roots: Roots;
  /** For whoever makes prompts. */
  readonly files: WorkspaceFiles;
  readonly #rules: IgnoreRules;
  readonly #memory = new TextMemory();
  readonly #edits: EditFiles;
  readonly #live: LiveIndex;

  constructor(options: WorkspaceOptions) {
    const { project, overlay, store, counter, encoding, ports, emit } = options;
    const workspaces = rememberBriefly(options.workspaces);
    this.roots = new Roots({ project, workspaces, overlay });
    this.#rules = new IgnoreRules(project, workspaces);
    this.#edits = new EditFiles(this.roots, this.#memory, ports, options.disk);
    this.#live = new LiveIndex({
      roots: this.roots,
      rules: this.#rules,
      store,
      counter,
      encoding,
      emit,
      onWarnings: options.onWarnings ?? (() => {}),
      clock: ports.clock,
      log: ports.log,
      watch: options.watch ?? true,
      startWatching: options.startWatching ?? watchInWorker,
    });
    this.files = loadedFiles(this.#live.index, this.roots, {
      ready: () => this.#live.ready(),
      complete: () => this.#live.settled(),
    });
  }

  /** Begins to index in the background and to watch. */
  start(): void {
    this.#live.start();
  }

  /** Everything is indexed and every change noticed so far is dealt with. */
  settled(): Promise<void> {
    return this.#live.settled();
  }

  /** Stops reading files that prompts can do without. False when nothing was being read. */
  cancelIndexing(): boolean {
    return this.#live.cancelScan();
  }

  /** Reads what a cancelled indexing left. False when there was none. */
  resumeIndexing(): boolean {
    return this.#live.resumeScan();
  }

  /** Every change from now on will be noticed. */
  watching(): Promise<void> {
    return this.#live.watching();
  }

  /** The overlay folder in the person's settings is another one now. */
  overlayChanged(): Promise<void> {
    return this.#live.overlayChanged();
  }

  close(): Promise<void> {
    return this.#live.close();
  }

  /** Counts stored with the files, for when the default model changes. */
  readonly counts = {
    stale: (encoding: string): string[] =>
      [...this.#live.index.all()].flatMap(({ row }) =>
        row && row.token_encoding !== encoding ? [row.path] : [],
      ),
    recount: (paths: readonly string[]): Promise<void> =>
      this.#live.refresh(new Map(paths.map((path) => [path, "changed"]))),
  };

  tree(root: Root, path: string, showIgnored: boolean): Promise<{ entries: TreeEntry[]; leftOut: number }> {
    const countOf = (file: string) => {
      const known = this.#live.index.get(file);
      if (!known?.row) return notCounted;
      return { tokens: known.row.token_count, tokensExact: known.facts.exact };
    };
    return listFolder(this.roots, this.#rules, { root, path, showIgnored, countOf });
  }

  async read(root: Root, asked: string): Promise<FileText> {
    const target = await this.roots.forReading(root, asked);
    const { text, hash, bytes, readOnly, warnings } = await readTarget(target);
    this.#memory.remember(hash, text);
    const { layer, path } = target;
    const known = this.#live.index.get(path);
    const front = known?.facts.sha === hash ? known.facts.warnings : [];
    return {
      path: fromRoot(root, path),
      text,
      hash,
      bytes,
      layer,
      readOnly,
      warnings: warnings.length > 0 ? [...warnings] : [...front],
    };
  }

  /** For text that goes into prompts: what cannot be read is empty. */
  /** What is at the path once links are followed. */
  async realRole(root: Root, asked: string): Promise<FileRole> {
    const { absolute, layer } = await this.roots.forReading(root, asked);
    return roleOf(this.roots, realPathOf(await this.roots.limitOf(layer, root), root, absolute));
  }

  async readManaged(root: Root, asked: string): Promise<string> {
    try {
      return (await this.read(root, asked)).text;
    } catch (error) {
      if (error instanceof Failure) return "";
      throw error;
    }
  }

  async write(root: Root, asked: string, text: string, baseHash?: string): Promise<Written> {
    const written = await this.#edits.write(root, asked, text, baseHash);
    await this.#refresh([written.path, "changed"]);
    return written;
  }

  /** All of them or none. */
  async writeAll(root: Root, changes: readonly Change[]): Promise<readonly Written[]> {
    const written = await this.#edits.writeAll(root, changes);
    await this.#refresh(...written.map(({ path }) => [path, "changed"] as const));
    return written;
  }

  async append(root: Root, asked: string, text: string): Promise<Written> {
    const written = await this.#edits.append(root, asked, text);
    await this.#refresh([written.path, "changed"]);
    return written;
  }

  /** Gives the project-relative path. Never replaces. */
  async create(root: Root, asked: string, kind: "file" | "folder", text: string): Promise<string> {
    const path = await this.#edits.create(root, asked, kind, text);
    await this.#refresh([path, "added"]);
    return path;
  }

  /** Gives the new project-relative path. */
  async rename(root: Root, from: string, to: string): Promise<string> {
    const moved = await this.#edits.rename(root, from, to);
    const arrived = await this.#contents(moved.to);
    await this.#refresh(
      [moved.from, "removed"],
      [moved.to, "added"],
      ...arrived.map((path) => [path, "added"] as const),
    );
    return moved.to;
  }

  async remove(root: Root, asked: string): Promise<Removed> {
    const removed = await this.#edits.remove(root, asked);
    await this.#refresh([removed.path, "removed"]);
    return removed;
  }

  /** Gives the project-relative path that is back. */
  async undoRemove(undo: string): Promise<string> {
    const path = await this.#edits.undoRemove(undo);
    const arrived = await this.#contents(path);
    await this.#refresh([path, "added"], ...arrived.map((inside) => [inside, "added"] as const));
    return path;
  }

  search(options: SearchOptions): Promise<SearchResult> {
    return searchFiles(this.roots, this.#rules, options);
  }

  /** Every file below a root that git would not ignore. */
  walk(root: Root, signal?: Signal): AsyncGenerator<FoundFile> {
    return walkFiles(this.roots, this.#rules, { root, signal });
  }

  /** Root-relative paths of one kind of file of a workspace. */
  async list(root: Root, kind: ListKind, signal?: Signal): Promise<string[]> {
    const paths: string[] = [];
    const { under, matches } = listed[kind];
    for await (const file of walkFiles(this.roots, this.#rules, { root, under, signal })) {
      const path = fromRoot(root, file.path);
      if (matches(path)) paths.push(path);
    }
    return paths;
  }

  /** The stored rows of one workspace and of the project's SOUL.md, once everything is indexed. */
  async rows(folder: string): Promise<WorkspaceFile[]> {
    await this.#live.settled();
    return [...this.#live.index.all()]
      .map(({ row }) => row)
      .filter((row) => row !== null)
      .filter(({ path }) => path === "SOUL.md" || this.roots.workspaceOf(path)?.folder === folder)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Everything worth telling the person about the files, as far as it is known by now. */
  async warnings(): Promise<FileWarning[]> {
    return [...(await validateProject(this.roots)), ...this.#live.warnings()];
  }

  #refresh(...happened: readonly (readonly [string, Happened])[]): Promise<void> {
    return this.#live.refresh(new Map(happened));
  }

  async #contents(path: string): Promise<string[]> {
    const { folder: root, inner: under } = this.roots.workspaceOf(path) ?? { folder: "", inner: path };
    const paths: string[] = [];
    for await (const file of walkFiles(this.roots, this.#rules, { root, under })) paths.push(file.path);
    return paths;
  }
}

/** Asked for every path of a walk, and each answer looks at agents.yaml. */
const rememberBriefly = <T>(ask: () => T): (() => T) => {
  let answer: { readonly value: T; readonly until: number } | null = null;
  return () => {
    const now = performance.now();
    if (!answer || now > answer.until) answer = { value: ask(), until: now + 50 };
    return answer.value;
  };
};

export type ListKind = "knowledge" | "memory" | "sessionLogs";

const listed: Record<ListKind, { readonly under: string; readonly matches: (path: string) => boolean }> = {
  knowledge: { under: "knowledge", matches: () => true },
  memory: { under: "memory", matches: (path) => path.endsWith(".md") },
  sessionLogs: {
    under: "agents",
    matches: (path) => /^agents\/[^/]+\/sessions\/[^/]+\.log\.jsonl$/.test(path),
  },
};
