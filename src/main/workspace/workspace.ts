import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { Failure, type Events, type Signal } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { FileEdits, FileRole, FileText, TreeEntry, WorkspaceFile } from "#shared/contract/workspace.ts";
import type { Ports } from "../ports/ports.ts";
import { Courtesy } from "../base/courtesy.ts";
import { FolderIdentity } from "../base/folder-identity.ts";
import { isMuch, Patience } from "../base/patience.ts";
import type { Store } from "../store/open-store.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import * as fs from "node:fs/promises";
import type { WriteDisk } from "../base/write-atomic.ts";
import { readAttachedDocument } from "./documents/attached-document.ts";
import { cutWarning, problemMessage, textNotice } from "./documents/document-warnings.ts";
import { type DocumentKind, documentKind } from "#shared/model/document-kind.ts";
import { EditFiles, type Moved, type Removed, type TextChange, type Written } from "./edit-files.ts";
import { realPathOf } from "./examine-file.ts";
import type { ScanState } from "./file-index.ts";
import type { FileState } from "./file-state.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { textChanges } from "./edit-many.ts";
import { findMentions, type Mentions } from "./links/find-mentions.ts";
import { Links } from "./links/links.ts";
import { LiveIndex } from "./live-index.ts";
import { loadedFiles, roleOf, type WorkspaceFiles } from "./loaded-files.ts";
import type { Happened } from "./other-files.ts";
import { PathLocks } from "./path-locks.ts";
import { readBytes, readTarget, sha256 } from "./read-file.ts";
import { readPicture } from "./read-picture.ts";
import { type Author, byApp, type Recorder, unrecorded } from "./recorder.ts";
import { RecordedFiles } from "./recorded-files.ts";
import { type FilePlace, ReplaceFiles, type Replacement } from "./replace-files.ts";
import { isOwnFile } from "./write-own-file.ts";
import { fromRoot, inProject, type Root, Roots, type Target } from "./roots.ts";
import { searchFiles, type SearchOptions, type SearchResult } from "./search-files.ts";
import { TextMemory } from "./text-memory.ts";
import type { Trash, TrashGroup } from "./trash.ts";
import { listFolder, notCounted } from "./tree.ts";
import { validateProject } from "./validate-project.ts";
import { type StartWatching, watchInWorker } from "./watch-source.ts";
import { UnreadFiles } from "./unread.ts";
import { type FoundFile, walkFiles } from "./walk.ts";

export type WorkspaceOptions = {
  /** Real path of the project's folder. */
  readonly project: string;
  /** Current project-relative folders of the agents' workspaces. */
  readonly workspaces: () => readonly string[];
  /** The user's overlay folder for this project. */
  readonly overlay: () => string | null;
  /** Where removed files go: the folder whose `.satchel` is the person's. By default the project. */
  readonly own?: string;
  /** Current absolute folder for notes that are stored separately from the user's files. */
  readonly notes?: () => string | null;
  readonly store: Store;
  readonly counter: TokenCounter;
  /** The default model's current encoding. */
  readonly encoding: () => string;
  readonly ports: Pick<Ports, "trash" | "ids" | "clock" | "log">;
  readonly emit: (event: Events) => void;
  /** Called when the warnings about the files changed. */
  readonly onWarnings?: () => void;
  readonly watch?: boolean;
  /** Maximum number of files in the folder; the rest is left out. */
  readonly maxFiles?: number;
  readonly startWatching?: StartWatching;
  readonly disk?: WriteDisk;
  /** Stores what writes replace. */
  readonly recorder?: Recorder;
};

/**
 * The files of an open project. Paths are passed in relative to a root (see Roots) and returned
 * project-relative, except where they are shown to a caller that asked inside that root.
 */
export class Workspace {
  readonly roots: Roots;
  /** For assembling prompts. */
  readonly files: WorkspaceFiles;
  readonly links: Links;
  readonly #rules: IgnoreRules;
  /** The common base when a save finds that the file changed meanwhile; older ones are among the kept versions. */
  readonly #memory = new TextMemory(MAX_EDITABLE_BYTES);
  readonly #edits: EditFiles;
  readonly #exact: ReplaceFiles;
  readonly #live: LiveIndex;
  /** Shared by all who wait for what is made of the files, so that their waits do not add up. */
  readonly patience = new Patience();
  /** Work over all files stops at it while the user waits for an answer. */
  readonly courtesy = new Courtesy();

  constructor(options: WorkspaceOptions) {
    const { project, overlay, store, counter, encoding, ports, emit } = options;
    const workspaces = rememberBriefly(options.workspaces);
    this.roots = new Roots({ project, workspaces, overlay, notes: options.notes });
    this.#rules = new IgnoreRules(project, workspaces);
    const locks = new PathLocks();
    const recorded = new RecordedFiles(
      options.recorder ?? unrecorded,
      options.disk ?? fs,
      new FolderIdentity(project),
    );
    this.#edits = new EditFiles(this.roots, this.#memory, ports, recorded, locks, options.own);
    this.#exact = new ReplaceFiles(this.roots, recorded, locks);
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
      courtesy: this.courtesy,
      watch: options.watch ?? true,
      maxFiles: options.maxFiles,
      startWatching: options.startWatching ?? watchInWorker,
    });
    this.files = loadedFiles(this.#live.index, this.roots, {
      ready: () => this.#live.ready(),
      complete: () => this.#live.settled(),
      completeSoon: () =>
        this.patience.wait("files", this.#live.settled(), () => this.#live.index.leftAtLeast),
    });
    this.links = new Links({
      index: this.#live.index,
      roots: this.roots,
      lines: async (path) => (await this.readManaged("", path)).split("\n"),
    });
  }

  /** Starts indexing in the background and watching. */
  start(): void {
    this.#live.start();
  }

  /** Settles when everything is indexed and every change noticed so far is handled. */
  settled(): Promise<void> {
    return this.#live.settled();
  }

  /** Stops reading files that prompts do not need. False when nothing was being read. */
  cancelIndexing(): boolean {
    return this.#live.cancelScan();
  }

  /** Reads what a cancelled indexing left. False when there was none. */
  resumeIndexing(): boolean {
    return this.#live.resumeScan();
  }

  /** How many files are still to be read and counted. */
  scanState(): ScanState {
    return this.#live.index.scanState;
  }

  /** Whether the files left to be read are too many for a request to wait for all of them. */
  isLarge(): boolean {
    return isMuch(this.#live.index.leftAtLeast);
  }

  /** Settles when every change from now on will be noticed. */
  watching(): Promise<void> {
    return this.#live.watching();
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
      return {
        tokens: known.row.token_count,
        tokensExact: known.facts.exact,
        tokensEncoding: known.row.token_encoding,
      };
    };
    return listFolder(this.roots, this.#rules, { root, path, showIgnored, countOf });
  }

  async read(root: Root, asked: string): Promise<FileText> {
    const target = await this.roots.forReading(root, asked);
    const kind = documentKind(target.path);
    if (kind !== null) return this.#readDocument(root, target, kind);
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

  /** The text of a document, read-only. Fails with the document's problem. */
  async #readDocument(root: Root, target: Target, kind: DocumentKind): Promise<FileText> {
    const bytes = await readBytes(target);
    const hash = sha256(bytes);
    const { path, layer } = target;
    const reply = await this.#live.index.documents.read(kind, bytes, hash);
    if ("problem" in reply) throw new Failure(reply.problem, problemMessage(path, reply.problem), { path });
    const { text, cut } = reply.document;
    const warnings = [textNotice(path, kind, reply.document)];
    if (cut) warnings.push(cutWarning(path, kind, reply.document));
    return { path: fromRoot(root, path), text, hash, bytes: bytes.length, layer, readOnly: true, warnings };
  }

  attachedDocument(name: string, data: string): ReturnType<typeof readAttachedDocument> {
    return readAttachedDocument(this.#live.index.documents, name, data);
  }

  /** Returns the project-relative path, too. */
  async picture(
    root: Root,
    asked: string,
  ): Promise<Awaited<ReturnType<typeof readPicture>> & { path: string }> {
    const target = await this.roots.forReading(root, asked);
    return { ...(await readPicture(target)), path: target.path };
  }

  /** The role of the path after following links. */
  async realRole(root: Root, asked: string): Promise<FileRole> {
    const { absolute, layer } = await this.roots.forReading(root, asked);
    return roleOf(this.roots, realPathOf(await this.roots.limitOf(layer, root), root, absolute));
  }

  /** For text that goes into prompts: an unreadable file is empty. */
  async readManaged(root: Root, asked: string): Promise<string> {
    try {
      return (await this.read(root, asked)).text;
    } catch (error) {
      if (error instanceof Failure) return "";
      throw error;
    }
  }

  async write(
    root: Root,
    asked: string,
    text: string,
    baseHash?: string,
    by: Author = byApp,
  ): Promise<Written> {
    const written = await this.#edits.write(root, asked, text, baseHash, by);
    await this.#refresh([written.path, "changed"]);
    return written;
  }

  /** All of them or none. */
  async writeAll(
    root: Root,
    changes: readonly TextChange[],
    by: Author = byApp,
  ): Promise<readonly Written[]> {
    const written = await this.#edits.writeAll(root, changes, by);
    await this.#refresh(...written.map(({ path }) => [path, "changed"] as const));
    return written;
  }

  async append(root: Root, asked: string, text: string, by: Author = byApp): Promise<Written> {
    const written = await this.#edits.append(root, asked, text, by);
    await this.#refresh([written.path, "changed"]);
    return written;
  }

  /** Returns the project-relative path. Never replaces. */
  async create(
    root: Root,
    asked: string,
    kind: "file" | "folder",
    text: string,
    by: Author = byApp,
  ): Promise<{ readonly path: string; readonly change: string | null }> {
    const created = await this.#edits.create(root, asked, kind, text, by);
    await this.#refresh([created.path, "added"]);
    return created;
  }

  async rename(root: Root, from: string, to: string, by: Author = byApp): Promise<Moved> {
    const moved = await this.#edits.rename(root, from, to, by);
    await this.#refreshMoved(moved.from, moved.to);
    return moved;
  }

  /** `by` null: not a change of the project's files, so nothing is recorded. */
  async remove(root: Root, asked: string, by: Author | null = byApp): Promise<Removed> {
    const removed = await this.#edits.remove(root, asked, by);
    await this.#refresh([removed.path, "removed"]);
    return removed;
  }

  /** Something that is no change of the project's files (a conversation), to the project's own trash. */
  async discard(path: string, group: TrashGroup): Promise<string> {
    const id = await this.#edits.discard(path, group);
    await this.#refresh([path, "removed"]);
    return id;
  }

  get trash(): Pick<Trash, "list" | "find" | "remove" | "prune"> {
    return this.#edits.trash;
  }

  /** Returns the project-relative path that was restored. */
  async undoRemove(
    undo: string,
    by: Author | null = byApp,
  ): Promise<{ readonly path: string; readonly change: string | null }> {
    const back = await this.#edits.undoRemove(undo, by);
    const arrived = await this.#contents(back.path);
    await this.#refresh([back.path, "added"], ...arrived.map((inside) => [inside, "added"] as const));
    return back;
  }

  /** Exact bytes at exact places; see ReplaceFiles. */
  readonly exact = {
    look: <T>(place: FilePlace, work: (now: FileState | null) => Promise<T>): Promise<T> =>
      this.#exact.look(place, work),
    put: async (place: FilePlace, bytes: Uint8Array | null, by: Author, mode?: number) => {
      const change = await this.#exact.put(place, bytes, by, mode);
      await this.#refresh([place.path, "changed"]);
      return change;
    },
    replaceAll: async (replacements: readonly Replacement[], by: Author): Promise<void> => {
      await this.#exact.replaceAll(replacements, by);
      await this.#refresh(...replacements.map(({ path }) => [path, "changed"] as const));
    },
    move: async (from: FilePlace, to: string, by: Author): Promise<string | null> => {
      const change = await this.#exact.move(from, to, by);
      await this.#refreshMoved(from.path, to);
      return change;
    },
    finishMove: (from: FilePlace, to: string): Promise<void> => this.#exact.finishMove(from, to),
  };

  /** The indexed files, with the hash of each when it was last examined. */
  *indexed(): Generator<{ readonly path: string; readonly hash: string }> {
    for (const { facts } of this.#live.index.all()) yield { path: facts.path, hash: facts.sha };
  }

  isIndexed(path: string): boolean {
    return this.#live.index.get(path) !== null;
  }

  /** Places in many files as one change, all of them or none. Paths are relative to the root. */
  async edit(root: Root, files: readonly FileEdits[], by: Author): Promise<readonly Written[]> {
    const changes = await textChanges(files, (path) => this.read(root, path));
    return this.writeAll(root, changes, by);
  }

  /** What would be wrong after this move; paths are project-relative. */
  mentions(folder: Root, from: string, to: string, signal?: Signal): Promise<Mentions> {
    const resolve = (target: string, note: string) => {
      const { file } = this.links.resolve(folder, target, fromRoot(folder, note));
      return file && inProject(folder, file.path);
    };
    const unread = new UnreadFiles();
    const files = walkFiles(this.roots, this.#rules, { root: "", signal, onUnread: unread.add });
    return findMentions(files, unread, { from, to, workspace: folder, resolve }, signal);
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

  /** All warnings about the files that are known so far. */
  async warnings(): Promise<FileWarning[]> {
    return [...(await validateProject(this.roots)), ...this.#live.warnings()];
  }

  /** The app's own files are in no index. */
  async #refresh(...happened: readonly (readonly [string, Happened])[]): Promise<void> {
    const seen = happened.filter(([path]) => !isOwnFile(path));
    if (seen.length > 0) await this.#live.refresh(new Map(seen));
  }

  async #refreshMoved(from: string, to: string): Promise<void> {
    const arrived = await this.#contents(to);
    await this.#refresh([from, "removed"], [to, "added"], ...arrived.map((path) => [path, "added"] as const));
  }

  async #contents(path: string): Promise<string[]> {
    const { folder: root, inner: under } = this.roots.workspaceOf(path) ?? { folder: "", inner: path };
    const paths: string[] = [];
    for await (const file of walkFiles(this.roots, this.#rules, { root, under })) paths.push(file.path);
    return paths;
  }
}

/** Cached, because it is called for every path of a walk, and each answer checks agents.yaml. */
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
