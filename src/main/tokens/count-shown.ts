import { calibrated } from "./calibrate.ts";
import type { Calibrations } from "./calibrations.ts";
import type { TokenCounter } from "./token-counter.ts";

type Rooms = {
  readonly tokens: TokenCounter;
  readonly calibrations: Calibrations;
  readonly defaultModel: () => string | null;
};

export type CountInput = {
  readonly text: string;
  readonly model?: string | undefined;
  readonly encoding?: string | undefined;
};

/**
 * The tokens of a text as the user asks for them: in the encoding that is named, or that of the named model, or
 * that of the project's default model. For a model with known usage, also what its provider will probably count.
 * `project` is null when no project is open.
 */
export const countShown = async (
  { text, model, encoding }: CountInput,
  project: Rooms | null,
  processTokens: TokenCounter,
  signal?: Parameters<TokenCounter["count"]>[2],
) => {
  const meant = model ?? (encoding === undefined ? project?.defaultModel() : undefined) ?? null;
  const counter = project?.tokens ?? processTokens;
  const count = await counter.count(text, encoding ?? counter.encodingOf(meant).encoding, signal);
  const calibration = meant === null ? null : (project?.calibrations.get(meant) ?? null);
  return calibration ? { ...count, calibrated: calibrated(count, calibration) } : count;
};
