import type { Calibrations } from "../tokens/calibrations.ts";
import type { PrefillSpeeds } from "../tokens/prefill-speeds.ts";
import { pictureTokensIn } from "./check-usage.ts";
import type { TurnPorts } from "./turn-ports.ts";

/** Compares the provider's figures with ours, and measures how fast it read. */
export const usageRecorder =
  (calibrations: Calibrations, prefillSpeeds: PrefillSpeeds): TurnPorts["recordUsage"] =>
  ({ provider, model, manifest, usage, firstAfter }) => {
    if (usage.input === null) return;
    const { window, prefix } = manifest;
    // What pictures take says nothing about how a model cuts words.
    if (pictureTokensIn(manifest) === 0) calibrations.recordUsage(model, window.used, usage.input);
    if (firstAfter === null) return;
    const { input: tokens, cached } = usage;
    const mayBeCached = prefix.stableTokens > 0;
    prefillSpeeds.record(provider, model, { tokens, cached, mayBeCached, firstAfter });
  };
