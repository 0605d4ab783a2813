import type { FileEdits, PictureType } from "#shared/contract/workspace.ts";
import type { ChangeKind, ChangeView } from "#shared/model/change.ts";
import type { TextChange, Written } from "./edit-files.ts";
import type { Author } from "./recorder.ts";
import { fromRoot, type Root } from "./roots.ts";
import type { Workspace } from "./workspace.ts";

/** What the user does with the files below a root: paths are as seen from there, each change has a title. */
export class UserFiles {
  readonly #files: Workspace;
  readonly #root: Root;

  constructor(files: Workspace, root: Root) {
    this.#files = files;
    this.#root = root;
  }

  async picture(path: string): Promise<{ path: string; type: PictureType; data: string }> {
    const { type, bytes, path: found } = await this.#files.picture(this.#root, path);
    return { path: fromRoot(this.#root, found), type, data: bytes.toString("base64") };
  }

  /** With a title of its own it is a separate change; without, saves close together are one. */
  async write(path: string, text: string, baseHash: string | undefined, title: string | undefined) {
    const by = title === undefined ? byYou("save", `Saved ${nameOf(path)}`) : byYou("write", title);
    return this.#seen(await this.#files.write(this.#root, path, text, baseHash, by));
  }

  /** All of them or none. `authorOf` names the author when it is not the user. */
  async writeAll(
    changes: readonly TextChange[],
    authorOf: ((title: string) => Promise<Author>) | null,
  ): Promise<Written[]> {
    const [first] = changes;
    const title =
      first && changes.length === 1 ? `Wrote ${nameOf(first.path)}` : `Wrote ${changes.length} files`;
    const by = authorOf ? await authorOf(title) : byYou("write", title);
    return (await this.#files.writeAll(this.#root, changes, by)).map((each) => this.#seen(each));
  }

  async append(path: string, text: string) {
    const by = byYou("write", `Added to ${nameOf(path)}`);
    return this.#seen(await this.#files.append(this.#root, path, text, by));
  }

  async create(path: string, kind: "file" | "folder", text: string) {
    const by = byYou("create", `Created ${nameOf(path)}`);
    return this.#seen(await this.#files.create(this.#root, path, kind, text, by));
  }

  async rename(from: string, to: string): Promise<{ path: string; change: string | null }> {
    const moved = await this.#files.rename(this.#root, from, to, byYou("move", moveTitle(from, to)));
    return { path: fromRoot(this.#root, moved.to), change: moved.change };
  }

  async remove(path: string) {
    const by = byYou("remove", `Deleted ${nameOf(path)}`);
    return this.#seen(await this.#files.remove(this.#root, path, by));
  }

  /** Places in many files, as one change. */
  async edit(
    title: string,
    edits: readonly FileEdits[],
    view?: ChangeView,
  ): Promise<{ change: string | null; paths: string[] }> {
    const written = await this.#files.edit(this.#root, edits, {
      ...byYou("write", title),
      ...(view && { view }),
    });
    const change = written.find((each) => each.change !== null)?.change ?? null;
    return { change, paths: written.map(({ path }) => fromRoot(this.#root, path)) };
  }

  #seen<Result extends { readonly path: string }>(result: Result): Result {
    return { ...result, path: fromRoot(this.#root, result.path) };
  }
}

/** Restores a removed file or folder for the user; the path is project-relative. */
export const undoRemoveByUser = async (files: Workspace, undo: string): Promise<{ path: string }> => {
  const { path } = await files.undoRemove(undo, byYou("restore", "Brought back from the trash"));
  return { path };
};

const byYou = (kind: ChangeKind, title: string): Author => ({ actor: "you", kind, title });

const nameOf = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== "") ?? path;

const moveTitle = (from: string, to: string): string =>
  nameOf(from) === nameOf(to) ? `Moved ${nameOf(from)}` : `Renamed ${nameOf(from)} to ${nameOf(to)}`;
