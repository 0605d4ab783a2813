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

/**
 * A run as the timeline draws it. A compaction that is pending or failed did not happen, and one whose summary
 * was not sent is left out, because the model did not see it.
 */
export const shapeOf = (manifest: Manifest, turn: number | null = null): RunShape => {
  const { window, layers, actions, prefix, segments } = manifest;
  const compacted = actions.find(
    ({ step, pending, failed }) => step === "compact" && pending !== true && failed !== true,
  );
  const isRead = segments.some(({ detail, status }) => detail?.summary === true && status === "included");
  return {
    ...summaryOf(manifest),
    exact: manifest.exact,
    reservedOutput: window.reservedOutput,
    ...(manifest.compactAt === undefined ? {} : { compactAt: manifest.compactAt }),
    layers: layers.map(({ id, tokens }) => ({ id, tokens })),
    compacted: compacted && isRead ? compacted.freed : null,
    prefix: { stableTokens: prefix.stableTokens, brokenBy: prefix.brokenBy },
    turn,
  };
};
