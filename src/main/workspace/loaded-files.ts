import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { join } from "node:path";
import type { WorkLeft } from "../base/patience.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { isMarkdown } from "./examine-file.ts";
import type { FileIndex } from "./file-index.ts";
import type { FileFacts, KnownFile } from "./file-rows.ts";
import { roleInProject, roleInWorkspace } from "./file-role.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { sha256, usedText } from "./read-file.ts";
import { readPlainSync } from "./read-plain.ts";
import type { Layer, Roots } from "./roots.ts";
import { decodeText } from "./text-format.ts";

/** A file as prompts see it: text without front matter, with everything that is stored about it. */
export type LoadedFile = {
  /** Project-relative, as in the manifest. */
  readonly path: string;
  readonly name: string;
  /** Path inside its workspace; the same as `path` for the project's SOUL.md. */
  readonly inner: string;
  readonly role: FileRole;
  /** The file's role after following links: a link does not make a private file public. */
  readonly realRole: FileRole;
  readonly layer: Layer;
  /** SHA-256 of the bytes on disk. */
  readonly sha: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly encoding: string;
  /** UTF-16 units of the text. */
  readonly chars: number;
  /** From front matter, otherwise the default for its name. */
  readonly priority: number;
  /** From front matter only; null when it is not set there. */
  readonly ownPriority: number | null;
  readonly tags: readonly string[];
  readonly modifiedMs: number;
  readonly warnings: readonly FileWarning[];
  /** From memory while the file is unchanged. */
  text(): string;
  /** The part of the file before `text`. */
  front(): string;
  /** Whether the file on disk is longer than the text that prompts use. */
  isPart(): boolean;
};

/** Read access to the workspace, for assembling prompts. */
export type WorkspaceFiles = {
  /** Settles when the files that prompts are made of have been examined since the project was opened. */
  ready(): Promise<void>;
  /** Settles when all files of the workspaces have been examined, also those that are only looked up. */
  complete(): Promise<void>;
  /** Files that are still to be read and counted. */
  left(): WorkLeft;
  /** Waits for `complete` a limited time: a large folder is used before it is read. False: it is not complete. */
  completeSoon(): Promise<boolean>;
  /** Every text file of a workspace, by path. */
  list(folder: string): readonly LoadedFile[];
  /** By project-relative path; null for a file that is missing, outside, binary or too large. */
  get(path: string): LoadedFile | null;
  /** Markdown of a workspace, and the project's SOUL.md, without a row: binary, not UTF-8 or too large. */
  unreadable(folder: string): readonly UnreadableFile[];
};

export type UnreadableFile = { readonly path: string; readonly role: FileRole; readonly why: string };

/** Lists are cached until the index or the workspaces change: a preview follows every move of a slider. */
export const loadedFiles = (
  index: FileIndex,
  roots: Roots,
  { ready, complete, completeSoon }: Pick<WorkspaceFiles, "ready" | "complete" | "completeSoon">,
): WorkspaceFiles => {
  const kept = new Map<string, { list: readonly LoadedFile[]; unreadable: readonly UnreadableFile[] }>();
  let state = "";
  const of = (folder: string) => {
    const now = `${index.version}\n${roots.workspaces().join("\n")}`;
    if (now !== state) kept.clear();
    state = now;
    const found = kept.get(folder) ?? {
      list: listOf(index, roots, folder),
      unreadable: unreadableOf(index, roots, folder),
    };
    kept.set(folder, found);
    return found;
  };
  return {
    ready,
    complete,
    completeSoon,
    left: () => index.leftAtLeast,
    list: (folder) => of(folder).list,
    get: (path) => {
      const known = index.get(path);
      return known && loadedFile(index, roots, known);
    },
    unreadable: (folder) => of(folder).unreadable,
  };
};

const listOf = (index: FileIndex, roots: Roots, folder: string): LoadedFile[] =>
  [...index.all()]
    .filter(({ row }) => row !== null && roots.workspaceOf(row.path)?.folder === folder)
    .map((known) => loadedFile(index, roots, known))
    .filter((file) => file !== null)
    .sort((a, b) => (a.path < b.path ? -1 : 1));

const unreadableOf = (index: FileIndex, roots: Roots, folder: string): UnreadableFile[] =>
  [...index.all()]
    .flatMap(({ row, facts }) => {
      const { path } = facts;
      if (row !== null || !isMarkdown(path) || (roots.workspaceOf(path)?.folder ?? folder) !== folder)
        return [];
      return facts.warnings.map(({ message }) => ({ path, role: roleOf(roots, path), why: message }));
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));

const loadedFile = (index: FileIndex, roots: Roots, { row, facts }: KnownFile): LoadedFile | null => {
  if (row === null) return null;
  const { path } = row;
  const whole = () =>
    index.textOf(row.content_sha256) ??
    (documentKind(path) === null
      ? readAgain(index, roots, facts)
      : (index.documents.textOf(row.content_sha256) ?? ""));
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    inner: roots.workspaceOf(path)?.inner ?? path,
    role: roleOf(roots, path),
    realRole: roleOf(roots, facts.realPath),
    layer: facts.layer,
    sha: row.content_sha256,
    bytes: row.bytes,
    tokens: row.token_count,
    encoding: row.token_encoding,
    chars: facts.chars,
    priority: row.priority,
    ownPriority: facts.ownPriority,
    tags: row.tags,
    modifiedMs: facts.modifiedMs,
    warnings: facts.warnings,
    text: () => split(path, whole()).text,
    front: () => split(path, whole()).front,
    isPart: () => facts.bytes > MAX_EDITABLE_BYTES && whole().length >= MAX_EDITABLE_BYTES - 1,
  };
};

export const roleOf = (roots: Roots, path: string): FileRole => {
  const inner = roots.workspaceOf(path)?.inner;
  return inner ? roleInWorkspace(inner) : roleInProject(path);
};

const split = (path: string, whole: string) => {
  const at = isMarkdown(path) ? parseFrontMatter(whole).offset : 0;
  return { front: whole.slice(0, at), text: whole.slice(at) };
};

/** Once after a start, or when the text cache was full. */
const readAgain = (index: FileIndex, roots: Roots, facts: FileFacts): string => {
  try {
    // The stored index may have come with the folder.
    const bytes = readPlainSync(...placeOf(roots, facts.layer, facts.realPath));
    const decoded = bytes && decodeText(bytes);
    if (!bytes || decoded?.kind !== "text") return "";
    const text = usedText(decoded.text);
    index.remember(sha256(bytes), text);
    return text;
  } catch {
    // Removed since it was indexed; the watcher will report it in a moment.
    return "";
  }
};

/** The folder it has to be in, and its path. */
const placeOf = (roots: Roots, layer: Layer, realPath: string): [string, string] => {
  const overlay = roots.overlay();
  if (layer !== "overlay" || overlay === null) return [roots.project, join(roots.project, realPath)];
  return [overlay, join(overlay, roots.workspaceOf(realPath)?.inner ?? realPath)];
};
