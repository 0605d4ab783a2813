import type { Events } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";

type Source = () => readonly FileWarning[] | Promise<readonly FileWarning[]>;

/** Warnings about a project's files, agents and settings. Each layer adds its own. */
export class ProjectWarnings {
  readonly #emit: (event: Events) => void;
  readonly #sources: Source[] = [];

  constructor(emit: (event: Events) => void) {
    this.#emit = emit;
  }

  add(source: Source): void {
    this.#sources.push(source);
  }

  /** All warnings that are known by now, in the order in which their sources were added. */
  async list(): Promise<FileWarning[]> {
    const lists = await Promise.all(this.#sources.map(async (source) => source()));
    const all = lists.flat();
    // Everything else would only follow from it.
    const away = all.filter(({ code }) => code === "folder-not-found");
    return away.length > 0 ? away : all;
  }

  /** Publishes them again after a change. */
  async tell(): Promise<void> {
    this.#emit({ event: "project.warnings", warnings: await this.list() });
  }
}
