import { stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { isMissing, onDisk } from "./fs-failure.ts";
import { contains, placeInside, realPlace, refusePrivate, relativePath } from "./path-policy.ts";
import { isPlainDocument } from "./plain-document.ts";

/**
 * The folders of an open project and how a path is resolved to a file in them.
 *
 * A path is relative to a *root*: the project (`""`) or a workspace (its project-relative folder). Whatever
 * the root, a file has one name everywhere else: its project-relative path. Above every workspace there may
 * be an overlay folder of the user, with workspace-relative paths.
 *
 * In the user's own folder the agent's notes (`memory/<date>.md`, MEMORY.md, DREAMS.md) have their usual
 * paths, but are stored separately, in `.satchel/notes/`, unless the folder has a place for them already.
 */
export type Layer = "base" | "overlay";

/** Project-relative folder: `""` is the project, and also the workspace if that is the folder itself. */
export type Root = string;

export type Target = {
  readonly layer: Layer;
  /** Real path on disk, after following links. */
  readonly absolute: string;
  /** The entry itself: a link stays a link. Used to rename or remove. */
  readonly entry: string;
  /** Project-relative, `/` between names. */
  readonly path: string;
  readonly found: "file" | "folder" | "special" | null;
  readonly bytes: number;
  readonly mode: number;
  readonly modifiedMs: number;
};

export type RootsOptions = {
  /** Real path of the project's folder. */
  readonly project: string;
  /** Current project-relative folders of the agents' workspaces. */
  readonly workspaces: () => readonly string[];
  readonly overlay: () => string | null;
  /** Current absolute folder for notes that are stored separately. */
  readonly notes?: (() => string | null) | undefined;
};

export class Roots {
  readonly project: string;
  readonly #workspaces: () => readonly string[];
  readonly #overlay: () => string | null;
  readonly #notes: () => string | null;

  constructor({ project, workspaces, overlay, notes = () => null }: RootsOptions) {
    this.project = project;
    this.#workspaces = workspaces;
    this.#overlay = overlay;
    this.#notes = notes;
  }

  workspaces(): readonly string[] {
    return this.#workspaces();
  }

  overlay(): string | null {
    return this.#overlay();
  }

  /** Where notes are stored separately; null: they are among the files. */
  notes(): string | null {
    return this.#notes();
  }

  /** The workspace that contains a project-relative path, and the path inside it. The innermost wins. */
  workspaceOf(path: string): { readonly folder: string; readonly inner: string } | null {
    const folder = this.#workspaces()
      .filter((candidate) => isWithin(candidate, path))
      .sort((a, b) => b.length - a.length)[0];
    return folder === undefined ? null : { folder, inner: fromRoot(folder, path) };
  }

  /** Real folder that nothing in this layer may lead out of. */
  async limitOf(layer: Layer, root: Root): Promise<string> {
    const overlay = this.#overlay();
    const folder = layer === "overlay" && overlay !== null ? overlay : join(this.project, root);
    return (await realPlace(folder, root)).absolute;
  }

  /** A non-empty file of the overlay first, otherwise the base's, otherwise whatever the overlay has. */
  async forReading(root: Root, asked: string): Promise<Target> {
    const overlay = await this.inLayer("overlay", root, asked, false);
    if (overlay?.found === "file" && overlay.bytes > 0) return overlay;
    const base = await this.base(root, asked, false);
    return base.found === null && overlay?.found ? overlay : base;
  }

  /** The overlay if there is one, otherwise the base. */
  async forWriting(root: Root, asked: string): Promise<Target> {
    return (await this.inLayer("overlay", root, asked, true)) ?? this.base(root, asked, true);
  }

  /** The path in one layer; null when that layer does not contain it. */
  async inLayer(layer: Layer, root: Root, asked: string, writing: boolean): Promise<Target | null> {
    if (layer === "base") return this.base(root, asked, writing);
    const overlay = this.#overlay();
    const path = inProject(root, relativePath(asked));
    const workspace = this.workspaceOf(path);
    if (overlay === null || !workspace) return null;
    return this.#look("overlay", overlay, workspace.inner, path, writing);
  }

  async base(root: Root, asked: string, writing: boolean): Promise<Target> {
    const inner = relativePath(asked);
    const path = inProject(root, inner);
    await this.#refuseEscapedRoot(root);
    const note = await this.#noteKeptApart(path);
    if (note) return note;
    return this.#look("base", join(this.project, root), inner, path, writing);
  }

  async #look(layer: Layer, folder: string, inner: string, path: string, writing: boolean): Promise<Target> {
    const { absolute } = await placeInside(folder, inner);
    refusePrivate(this.project, absolute, path, writing);
    if (writing && layer === "base") this.#refuseLinkedNote(path, absolute);
    const parent = await placeInside(folder, posix.dirname(inner || "."));
    const entry = inner === "" ? absolute : join(parent.absolute, posix.basename(inner));
    refusePrivate(this.project, entry, path, writing);
    return { layer, absolute, entry, path, ...(await lookAt(absolute, path)) };
  }

  /** Notes are written without a question, so one that came as a link must not lead to what another program runs. */
  #refuseLinkedNote(path: string, absolute: string): void {
    if (!NOTE_PATH.test(this.workspaceOf(path)?.inner ?? "")) return;
    const real = realPathIn(this.project, absolute);
    if (posix.basename(real) === posix.basename(path) || isPlainDocument(real)) return;
    throw new Failure("linked-file", `${path} is a link to ${real}. Notes are not written there.`, { path });
  }

  async #noteKeptApart(path: string): Promise<Target | null> {
    const folder = this.#notes();
    if (folder === null || !NOTE_PATH.test(path)) return null;
    const { absolute } = await placeInside(folder, path);
    const found = await lookAt(absolute, path);
    const [place = path] = path.split("/");
    if (found.found === null && (await lookAt(join(this.project, place), place)).found !== null) return null;
    return { layer: "base", absolute, entry: absolute, path, ...found };
  }

  /** A workspace that is a link to somewhere outside the project is not accepted. */
  async #refuseEscapedRoot(root: Root): Promise<void> {
    if (root === "") return;
    const place = await realPlace(join(this.project, root), root);
    if (contains(this.project, place.absolute)) return;
    throw new Failure("outside-root", `${root} leads outside the project.`, { path: root });
  }
}

/** Files that the agent writes on its own. */
const NOTE_PATH =
  /^(?:MEMORY\.md|DREAMS\.md|memory\/(?:archive\/)?\d{4}-\d\d-\d\d\.md|memory\/\.consolidation_state)$/;

/** Whether a project-relative path is a root or inside it. */
export const isWithin = (root: Root, path: string): boolean =>
  root === "" || path === root || path.startsWith(`${root}/`);

/** Project-relative, `/` between names, of a real path in the project. */
export const realPathIn = (project: string, absolute: string): string =>
  relative(project, absolute).split(sep).join("/");

/** Project-relative path of a path inside a root. */
export const inProject = (root: Root, inner: string): string =>
  root === "" || inner === "" ? root || inner : `${root}/${inner}`;

/** The reverse: a project-relative path as seen from a root. */
export const fromRoot = (root: Root, path: string): string =>
  root === "" ? path : path.slice(root.length + 1);

const lookAt = (
  absolute: string,
  path: string,
): Promise<Pick<Target, "found" | "bytes" | "mode" | "modifiedMs">> =>
  onDisk(path, async () => {
    try {
      const found = await stat(absolute);
      const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : "special";
      return {
        found: kind,
        bytes: found.size,
        mode: found.mode & 0o7777,
        modifiedMs: found.mtimeMs,
      } as const;
    } catch (error) {
      if (isMissing(error)) return { found: null, bytes: 0, mode: 0, modifiedMs: 0 } as const;
      throw error;
    }
  });
