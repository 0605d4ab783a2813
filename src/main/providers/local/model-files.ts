import { homedir } from "node:os";
import { basename, isAbsolute } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import type { DescribedModel, FoundModel, ModelFile } from "#shared/contract/model-files.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { SettingsFile } from "../../settings/settings-file.ts";
import { typedFolder } from "../../workspace/refuse-wide-folder.ts";
import type { FactsFile } from "./facts-file.ts";
import { findModels, type FoundFile } from "./found-models.ts";
import type { GgufHeader } from "./gguf-header.ts";
import type { ModelCounter } from "./model-counter.ts";
import { chosenWindow, fitOf, type Memory, neededBytes } from "./model-fit.ts";
import type { ModelHeaders } from "./model-headers.ts";

export type ModelFilesOptions = {
  readonly settings: SettingsFile<UserSettings>;
  readonly headers: ModelHeaders;
  readonly facts: FactsFile;
  readonly counter: ModelCounter;
  readonly memory: () => Memory;
  readonly onChange: (files: readonly ModelFile[]) => void;
};

type Entry = UserSettings["modelFiles"][string];

/** The model files that the user chose, by id. The files themselves are only read. */
export class ModelFiles {
  readonly #options: ModelFilesOptions;

  constructor(options: ModelFilesOptions) {
    this.#options = options;
  }

  ids(): readonly string[] {
    return Object.keys(this.#entries());
  }

  /** Reads what is needed to count without waiting. */
  async load(): Promise<void> {
    await this.#options.facts.load();
    await this.list();
  }

  list(): Promise<readonly ModelFile[]> {
    return Promise.all(Object.entries(this.#entries()).map(([id, entry]) => this.#fileOf(id, entry)));
  }

  /** Fails with `model-not-found`. */
  entry(id: string): Entry {
    const found = this.#entries()[id];
    if (found) return found;
    throw new Failure(
      "model-not-found",
      `There is no model file called "${id}". Choose one in the settings.`,
      {
        id,
      },
    );
  }

  /** Fails as `ModelHeaders.read` does. */
  async described(id: string): Promise<DescribedModel> {
    const { path, name, window } = this.entry(id);
    return this.#describe(path, name, window, await this.#options.headers.read(path));
  }

  async look(typed: string): Promise<DescribedModel> {
    const path = pathOf(typed);
    return this.#describe(path, null, null, await this.#options.headers.read(path));
  }

  /** Models of other programs that are not in the list. */
  async found(): Promise<readonly FoundModel[]> {
    const files = await findModels({ folder: homedir(), env: process.env });
    const mine = new Set(Object.values(this.#entries()).map(({ path }) => path));
    const described = await Promise.all(
      files.filter(({ path }) => !mine.has(path)).map((file) => this.#foundModel(file)),
    );
    return described.filter((found) => found !== null);
  }

  /** The engine reads the vocabulary first, so a file that it cannot use is not added. */
  async add(typed: string, name: string | undefined): Promise<ModelFile> {
    const path = pathOf(typed);
    const header = await this.#options.headers.read(path);
    const known = Object.entries(this.#entries()).find(([, entry]) => entry.path === path);
    if (known) return this.#fileOf(...known);
    await this.#options.facts.keep(header.tokenizer, await this.#options.counter.facts(path));
    const title = name ?? (header.name || basename(path, ".gguf"));
    const id = freeId(name ?? basename(path, ".gguf"), new Set(this.ids()));
    await this.#options.settings.set({ modelFiles: { [id]: { path, name: title } } });
    return this.#changed(id);
  }

  async setWindow(id: string, window: number | null): Promise<ModelFile> {
    const { path } = this.entry(id);
    const { trainedWindow } = await this.#options.headers.read(path);
    if (window !== null && trainedWindow !== null && window > trainedWindow)
      throw new Failure(
        "window-too-large",
        `This model was trained for ${numberText(trainedWindow)} tokens. A larger window gives worse answers.`,
        { trainedWindow },
      );
    await this.#options.settings.set({ modelFiles: { [id]: { window } } });
    return this.#changed(id);
  }

  async remove(id: string): Promise<void> {
    this.entry(id);
    await this.#options.settings.set({ modelFiles: { [id]: null } });
    this.#options.onChange(await this.list());
  }

  async #changed(id: string): Promise<ModelFile> {
    this.#options.onChange(await this.list());
    return this.#fileOf(id, this.entry(id));
  }

  #entries(): UserSettings["modelFiles"] {
    return this.#options.settings.get().modelFiles;
  }

  async #fileOf(id: string, entry: Entry): Promise<ModelFile> {
    const { path, name, window: ownWindow } = entry;
    const own = { id, path, name, ownWindow };
    try {
      const header = await this.#options.headers.read(path);
      const model = this.#describe(path, name, ownWindow, header);
      const hasTools = this.#options.facts.get(header.tokenizer)?.hasTools ?? null;
      return { ...own, model, problem: null, hasTools };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ...own, model: null, problem: error.message, hasTools: null };
    }
  }

  #describe(path: string, name: string | null, own: number | null, header: GgufHeader): DescribedModel {
    const memory = this.#options.memory();
    const window = own ?? chosenWindow(header, memory);
    const { gpu } = this.#options.settings.get().engine;
    return {
      path,
      name: name ?? header.name ?? basename(path, ".gguf"),
      bytes: header.fileBytes,
      parameters: header.parameters,
      quantization: header.quantization,
      trainedWindow: header.trainedWindow,
      window,
      neededBytes: neededBytes(header, window),
      fit: fitOf(header, window, memory, gpu),
      hasTemplate: header.hasTemplate,
    };
  }

  /** A file of another program that cannot be used is left out without a word: it was not asked for. */
  async #foundModel({ source, path, name }: FoundFile): Promise<FoundModel | null> {
    try {
      return { source, ...this.#describe(path, name, null, await this.#options.headers.read(path)) };
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}

const pathOf = (typed: string): string => {
  const path = typedFolder(typed.replace(/^(["'])(.*)\1$/s, "$2"));
  if (isAbsolute(path)) return path;
  throw new Failure("model-file-missing", "Enter the whole path of the file.");
};

/** From the file's name, in the letters that agents.yaml needs no quotes for. */
const freeId = (name: string, taken: ReadonlySet<string>): string => {
  const bare =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._]+/g, "-")
      .replaceAll(/^[-._]+|[-._]+$/g, "")
      .slice(0, 80) || "model";
  if (!taken.has(bare)) return bare;
  for (let number = 2; ; number++) if (!taken.has(`${bare}-${number}`)) return `${bare}-${number}`;
};
