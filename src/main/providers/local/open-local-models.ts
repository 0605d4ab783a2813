import { totalmem } from "node:os";
import { join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { type EngineState, type ModelFile, LOCAL_PROVIDER } from "#shared/contract/model-files.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { MODEL_FILE_ENCODING } from "#shared/model/encoding-name.ts";
import type { StartChild } from "../../base/child-process.ts";
import type { Log } from "../../base/log.ts";
import type { SettingsFile } from "../../settings/settings-file.ts";
import type { ModelEncoding } from "../../tokens/encoding-for-model.ts";
import type { ModelFileCounter } from "../../tokens/token-counter.ts";
import type { ChatPart, ChatRequest, Provider } from "../provider.ts";
import type { Weighed, WeighRequest } from "./engine-protocol.ts";
import { FactsFile } from "./facts-file.ts";
import { ModelCounter } from "./model-counter.ts";
import { ModelFiles } from "./model-files.ts";
import type { Memory } from "./model-fit.ts";
import { ModelHeaders } from "./model-headers.ts";
import { ModelRunner, type RunnableModel } from "./model-runner.ts";

/** Models in files on this computer: those the user chose, the one that is loaded, and counting with any of them. */
export type LocalModels = {
  readonly files: ModelFiles;
  readonly provider: Provider;
  readonly tokens: ModelFileCounter;
  /** Settles when the chosen files are known, or cannot be: everything else works without them. */
  readonly ready: Promise<void>;
  /** The chosen files, and what the machine and the engine are doing. */
  overview(): Promise<{ files: ModelFile[]; memory: Memory; engine: EngineState }>;
  memory(): Memory;
  /** The host's file dialog; fails with `no-dialog`. */
  pick(): Promise<string | null>;
  /** Why a model is sent no tools; null when it is, or when the model is none of these. */
  noTools(provider: string | null, model: string | null): string | null;
  /** How likely an answer is after a prompt. Fails with `context-length` when both do not fit the model's window. */
  weigh(model: string, request: WeighRequest, signal: AbortSignal): Promise<Weighed>;
  /** Frees what weighing keeps between two requests. */
  endWeighing(model: string): Promise<void>;
  unload(): Promise<void>;
  close(): Promise<void>;
};

export type LocalModelsOptions = {
  readonly settings: SettingsFile<UserSettings>;
  readonly userData: string;
  /** Null where the host starts no processes: then no model answers. */
  readonly startChild: StartChild | null;
  readonly pickFile: (() => Promise<string | null>) | null;
  readonly memory?: () => Memory;
  readonly onChange: (files: readonly ModelFile[]) => void;
  readonly onEngine: (state: EngineState) => void;
  readonly log: Log;
};

export const openLocalModels = (options: LocalModelsOptions): LocalModels => {
  const { settings, log, memory = machineMemory } = options;
  const startChild = options.startChild ?? refuseToStart;
  const headers = new ModelHeaders();
  const facts = new FactsFile(join(options.userData, "model-facts.json"));
  const counter = new ModelCounter(startChild);
  const files = new ModelFiles({ settings, headers, facts, counter, memory, onChange: options.onChange });
  const runner = new ModelRunner({
    startChild,
    idleMs: () => settings.get().engine.unloadMinutes * 60_000,
    onState: options.onEngine,
  });

  const headerOf = (model: string | null) => {
    const entry = model === null ? undefined : settings.get().modelFiles[model];
    return entry ? { entry, header: headers.known(entry.path) } : null;
  };

  const encodingOf = (model: string | null): ModelEncoding | null => {
    const found = headerOf(model);
    if (!found?.header) return null;
    const { tokenizer } = found.header;
    const said = facts.get(tokenizer);
    return {
      encoding: `${MODEL_FILE_ENCODING}${tokenizer}`,
      exact: true,
      ...(said && { overhead: { message: said.overhead.message, reply: said.overhead.prompt } }),
    };
  };

  const pathOf = (encoding: string): string | null => {
    const tokenizer = encoding.slice(MODEL_FILE_ENCODING.length);
    const entries = Object.values(settings.get().modelFiles);
    return entries.find(({ path }) => headers.known(path)?.tokenizer === tokenizer)?.path ?? null;
  };

  return {
    files,
    ready: files.load().catch((error: unknown) => log.error("The model files could not be read.", error)),
    memory,
    overview: async () => ({ files: [...(await files.list())], memory: memory(), engine: runner.state }),
    pick: async () => {
      if (!options.pickFile) throw new Failure("no-dialog", "This host has no file dialog. Type the path.");
      return options.pickFile();
    },
    tokens: {
      encodingOf,
      isOwn: (encoding) => encoding.startsWith(MODEL_FILE_ENCODING),
      count: async (text, encoding, cuts, signal) => {
        const path = pathOf(encoding);
        if (path === null) throw new Failure("unknown-encoding", "The model file was removed.");
        const value = await counter.ask(path, { kind: "count-text", text, cuts }, signal);
        if (value === null || !("offsets" in value)) throw new Error("The engine counted nothing.");
        return value;
      },
    },
    provider: {
      id: LOCAL_PROVIDER,
      kind: "local",
      name: "Model files",
      chat: (request, signal) => chat(request, signal),
      models: async () =>
        (await files.list()).map(({ id, name, model }) => ({
          id,
          name,
          window: { trained: model?.trainedWindow ?? null, served: model?.window ?? null },
        })),
      window: async (model) => {
        const { trainedWindow, window } = await files.described(model);
        return { trained: trainedWindow, served: window, sees: false };
      },
      count: async (request, signal) => {
        const { path } = files.entry(request.model);
        const prompt = { messages: request.messages, tools: request.tools };
        const value = await counter.ask(path, { kind: "count-prompt", prompt }, signal);
        if (value === null || !("tokens" in value)) throw new Error("The engine counted nothing.");
        return value.tokens;
      },
    },
    noTools: (provider, model) => {
      const found = provider === LOCAL_PROVIDER ? headerOf(model) : null;
      if (!found?.header || facts.get(found.header.tokenizer)?.hasTools !== false) return null;
      return `${found.entry.name} has no format for calling tools, so it is sent none.`;
    },
    weigh: async (id, request, signal) => {
      const value = await runner.ask(await runnable(id), { kind: "weigh", ...request }, signal);
      if (value === null || !("logs" in value)) throw new Error("The engine weighed nothing.");
      return value;
    },
    endWeighing: (id) => runner.askRunning(id, { kind: "end-weighing" }),
    unload: () => runner.unload(),
    close: async () => {
      await Promise.all([runner.close(), counter.close()]);
    },
  };

  async function runnable(id: string): Promise<RunnableModel> {
    const { path, name, window, fit, neededBytes } = await files.described(id);
    if (fit === "too-large") throw tooLarge(name, neededBytes, memory().total);
    const { gpu, threads } = settings.get().engine;
    return { id, path, window, gpu, threads };
  }

  async function* chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart> {
    const model = await runnable(request.model);
    const sampling = {
      maxOutputTokens: request.maxOutputTokens,
      temperature: request.temperature ?? null,
      topP: request.topP ?? null,
      seed: request.seed ?? null,
      stop: request.stop ?? [],
      aside: request.purpose !== "chat",
    };
    const prompt = { messages: request.messages, tools: request.tools };
    yield* runner.chat(model, { kind: "chat", prompt, sampling }, signal);
  }
};

/** What the system allows this program to use; in a container that may be less than the machine has. */
const machineMemory = (): Memory => {
  const limit = process.constrainedMemory();
  const total = limit > 0 && limit < totalmem() ? limit : totalmem();
  return { total, available: Math.min(total, process.availableMemory()) };
};

const tooLarge = (name: string, needed: number, total: number) =>
  new Failure(
    "model-too-large",
    `${name} needs about ${gigabytes(needed)} of memory, and this computer has ${gigabytes(total)}. Choose a smaller window or model.`,
    { needed, total },
  );

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const refuseToStart: StartChild = () => {
  throw new Failure("no-engine", "Model files cannot be used here: no process can be started.");
};
