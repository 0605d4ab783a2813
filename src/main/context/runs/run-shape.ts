import type { RunShape } from "#shared/contract/context.ts";
import type { Manifest } from "#shared/model/manifest.ts";

export type RunSummary = {
  readonly id: string;
  readonly at: string;
  readonly agent: string;
  readonly session: string | null;
  readonly profile: string;
  readonly model: string | null;
  readonly used: number;
  readonly window: number;
};

export const summaryOf = ({ id, at, agent, session, profile, model, window }: Manifest): RunSummary => ({
  id,
  at,
  agent,
  session,
  profile,
  model,
  used: window.used,
  window: window.max,
});

/** A run as the timeline draws it. A compaction that is only pending did not happen. */
export const shapeOf = (manifest: Manifest): RunShape => {
  const { window, layers, actions, prefix } = manifest;
  const compacted = actions.find(({ step, pending }) => step === "compact" && pending !== true);
  return {
    ...summaryOf(manifest),
    reservedOutput: window.reservedOutput,
    ...(manifest.compactAt === undefined ? {} : { compactAt: manifest.compactAt }),
    layers: layers.map(({ id, tokens }) => ({ id, tokens })),
    compacted: compacted && compacted.freed > 0 ? compacted.freed : null,
    prefix: { stableTokens: prefix.stableTokens, brokenBy: prefix.brokenBy },
  };
};
