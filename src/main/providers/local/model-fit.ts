import type { ModelFit } from "#shared/contract/model-files.ts";
import type { GgufHeader } from "./gguf-header.ts";

/** Bytes of this computer: what it has, and what is free for a program now. */
export type Memory = { readonly total: number; readonly available: number };

type Sized = Pick<GgufHeader, "fileBytes" | "bytesPerToken" | "trainedWindow">;

/** Of the process and its working buffers, beside weights and conversation. */
const ENGINE_BYTES = 300 * 1024 * 1024;
/** A model of this size needs a second or more per word on a usual processor. */
const SLOW_BYTES = 8 * 1024 ** 3;
/** What a model may take of the free memory when its window is chosen for the user. */
const SHARE = 0.8;
/** More is rarely needed, and costs memory from the first word on. */
const MAX_CHOSEN_WINDOW = 16_384;
/** Without one in the file. */
const UNKNOWN_TRAINED = 4096;
/** With less, an agent's own files leave no room for a question. What this needs is said instead. */
const MIN_CHOSEN_WINDOW = 4096;
const STEP = 256;

/** Bytes of weights and of a conversation that fills the window. */
export const neededBytes = ({ fileBytes, bytesPerToken }: Sized, window: number): number =>
  fileBytes + window * bytesPerToken + ENGINE_BYTES;

/**
 * The window of a model whose user did not choose one: as large as it was trained for, at most 16,384, and smaller
 * when the free memory is, down to 4,096.
 */
export const chosenWindow = (model: Sized, { available }: Memory): number => {
  const most = Math.min(model.trainedWindow ?? UNKNOWN_TRAINED, MAX_CHOSEN_WINDOW);
  const room = available * SHARE - neededBytes(model, 0);
  const fitting = model.bytesPerToken === 0 ? most : Math.floor(room / model.bytesPerToken);
  const stepped = fitting >= most ? most : Math.floor(fitting / STEP) * STEP;
  return Math.max(Math.min(MIN_CHOSEN_WINDOW, most), stepped);
};

export const fitOf = (model: Sized, window: number, memory: Memory, gpu: boolean): ModelFit => {
  const needed = neededBytes(model, window);
  if (needed > memory.total) return "too-large";
  return needed > memory.available || (!gpu && model.fileBytes > SLOW_BYTES) ? "slow" : "fits";
};
