import type { Events } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";

type Source = () => readonly FileWarning[] | Promise<readonly FileWarning[]>;

/** What there is to say about a project's files, agents and settings. Each layer adds what it knows. */
export class ProjectWarnings {
  readonly #emit: (event: Events) => void;
  readonly #sources: Source[] = [];

  constructor(emit: (event: Events) => void) {
    this.#emit = emit;
  }

  add(source: Source): void {
    this.#sources.push(source);
  }

  /** In the order in which the sources were added; as far as they are known by now. */
  async list(): Promise<FileWarning[]> {
    const lists = await Promise.all(this.#sources.map(async (source) => source()));
    return lists.flat();
  }

  /** Publishes them again after a change. */
  async tell(): Promise<void> {
    this.#emit({ event: "project.warnings", warnings: await this.list() });
  }
}
