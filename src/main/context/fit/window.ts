import { Failure } from "#shared/contract/index.ts";
import { DEFAULT_WINDOW } from "#shared/model/default-window.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import type { Gathered } from "../types.ts";

export type Window = {
  readonly max: number;
  readonly reserved: number;
  /** What the prompt may use. */
  readonly usable: number;
  /** Kept for the reply in a window that is large enough. */
  readonly asked: number;
  readonly warnings: readonly string[];
};

/** Kept for the reply when neither the profile nor the agent sets it. */
export const DEFAULT_RESERVED = 4_096;

/**
 * The window is the smaller of the agent's and the served one; usable is what remains after the reserve for the
 * reply.
 */
export const windowOf = (gathered: Gathered, profile: ProfileData): Window => {
  const { overrides, agent, servedWindow } = gathered;
  const known = [agent.maxContextTokens, servedWindow].filter((size) => size !== null);
  const max = overrides.window ?? (known.length > 0 ? Math.min(...known) : DEFAULT_WINDOW);
  const asked =
    overrides.reservedOutput ?? profile.reservedOutput ?? agent.maxOutputTokens ?? DEFAULT_RESERVED;
  if (overrides.reservedOutput !== undefined && asked >= max) {
    throw new Failure(
      "reserved-output-too-large",
      `The ${numberText(asked)} tokens kept for the answer do not fit in a window of ${numberText(max)}.`,
      { window: max, reservedOutput: asked },
    );
  }
  // A small local model has to work with an agent that was set up for a large one, so half is for the prompt.
  const most = overrides.reservedOutput === undefined ? Math.floor(max / 2) : asked;
  if (asked <= most) return { max, reserved: asked, usable: max - asked, asked, warnings: [] };
  const reserved = most;
  return {
    max,
    reserved,
    usable: max - reserved,
    asked,
    warnings: [
      `The ${numberText(asked)} tokens kept for the answer are more than half of the window of ${numberText(max)}; ${numberText(reserved)} are kept instead.`,
    ],
  };
};

/** The smallest window with room for a prompt of this size in tokens. */
export const windowFor = ({ asked, reserved }: Window, prompt: number): number =>
  reserved < asked && prompt < asked ? prompt * 2 : prompt + asked;
