import { z } from "zod";
import { route } from "./route.ts";

/** The provider of models in files, as agents.yaml names it. */
export const LOCAL_PROVIDER = "model-files";

const bytes = z.number().nonnegative();

/** How a model goes with this computer's memory. */
export const modelFit = z.enum([
  /** There is room for it now. */
  "fits",
  /** More than what is free now, or many gigabytes without a graphics card: it works, slowly. */
  "slow",
  /** More than this computer has. */
  "too-large",
]);
export type ModelFit = z.output<typeof modelFit>;

/** A model file and what its header says about it. */
export const describedModel = z.object({
  path: z.string(),
  /** Of the model, as the file or the program it is from calls it. */
  name: z.string(),
  bytes,
  /** Number of weights. */
  parameters: z.number(),
  /** Such as `Q4_K_M`. */
  quantization: z.string().nullable(),
  /** Tokens that the model was trained for. */
  trainedWindow: z.number().int().nullable(),
  /** Tokens that are used: the user's own choice, or what the memory allows. */
  window: z.number().int(),
  /** Memory for the weights and a conversation that fills the window. */
  neededBytes: bytes,
  fit: modelFit,
  hasTemplate: z.boolean(),
});
export type DescribedModel = z.output<typeof describedModel>;

export const modelFile = z.object({
  /** What agents call it: `provider: model-files`, `model: <id>`. */
  id: z.string(),
  path: z.string(),
  name: z.string(),
  /** The user's own; null: chosen by what fits. */
  ownWindow: z.number().int().nullable(),
  /** Null when the file cannot be used; `problem` says why. */
  model: describedModel.nullable(),
  problem: z.string().nullable(),
  /** Whether it can call tools; null until the engine has seen the file. */
  hasTools: z.boolean().nullable(),
});
export type ModelFile = z.output<typeof modelFile>;

export const foundModel = describedModel.extend({ source: z.enum(["ollama", "lm-studio"]) });
export type FoundModel = z.output<typeof foundModel>;

/** Of this computer. */
const memory = z.object({ total: bytes, available: bytes });

/** What the engine is doing. */
export const engineState = z.object({
  /** The file that is in memory or on its way there; null: none. */
  model: z.string().nullable(),
  /** 0 to 1 while it is loaded. */
  progress: z.number().min(0).max(1),
  isReady: z.boolean(),
});
export type EngineState = z.output<typeof engineState>;

const oneFile = z.object({ file: modelFile });

export const modelFilesRoutes = {
  "modelFiles.list": route(
    z.object({}),
    z.object({ files: z.array(modelFile), memory, engine: engineState }),
  ),
  /** Models in the folders of Ollama and LM Studio that are not in the list yet. Reads only. */
  "modelFiles.find": route(z.object({}), z.object({ found: z.array(foundModel), memory })),
  /** What a file is, before it is added. Fails with `model-file-missing`, `-not-gguf`, `-cut-off` or `-not-chat`. */
  "modelFiles.look": route(z.object({ path: z.string().max(4096) }), z.object({ model: describedModel })),
  /** Adds a file after the engine has read its vocabulary. The file stays where it is. */
  "modelFiles.add": route(
    z.object({ path: z.string().max(4096), name: z.string().min(1).max(200).optional() }),
    oneFile,
  ),
  /** `window`: null leaves the choice to Satchel. */
  "modelFiles.set": route(
    z.object({ id: z.string(), window: z.number().int().min(512).max(10_000_000).nullable() }),
    oneFile,
  ),
  /** Removes it from the list; the file stays. */
  "modelFiles.remove": route(z.object({ id: z.string() }), z.object({})),
  /** Frees the memory now. */
  "modelFiles.unload": route(z.object({}), z.object({})),
  /** The host's file dialog; null when the user cancels. Fails with `no-dialog` where there is none. */
  "modelFiles.pick": route(z.object({}), z.object({ path: z.string().nullable() })),
  /** Folders and `.gguf` files that continue what was typed, for a host without a file dialog. */
  "modelFiles.complete": route(
    z.object({ typed: z.string().max(4096).default("") }),
    z.object({
      folder: z.string(),
      entries: z.array(z.object({ name: z.string(), path: z.string(), isFolder: z.boolean() })),
      leftOut: z.number().int(),
    }),
  ),
};

export const modelFilesEvents = {
  "modelFiles.changed": z.object({ files: z.array(modelFile) }),
  "modelFiles.engine": engineState,
};
