import type { Manifest, Message } from "#shared/model/manifest.ts";
import { explain } from "./explain/explain.ts";
import { fit } from "./fit/fit.ts";
import { gate } from "./gather/gate.ts";
import type { BoundProfile } from "./profiles/profile-kind.ts";
import { render } from "./render.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { CompactionNeed, Gathered, Meter } from "./types.ts";

export type Assembled = {
  readonly messages: readonly Message[];
  readonly manifest: Manifest;
  readonly tools: readonly ToolDefinition[];
  /** When set, the caller of a run compacts and assembles again, with the result in `Gathered.compacted`. */
  readonly compaction: CompactionNeed | null;
};

/**
 * Pure: the same input gives the same bytes. A call, a preview, a what-if and a test all come through here.
 */
export const assemble = (gathered: Gathered, profile: BoundProfile, meter: Meter): Assembled => {
  const { allowed, withheld } = gate(gathered, profile);
  const fitted = fit(allowed, profile, meter);
  const rendered = render(allowed, fitted);
  return {
    messages: rendered.messages,
    manifest: explain({ gathered: allowed, profile, fitted, rendered, withheld }, meter),
    tools: fitted.definitions,
    compaction: fitted.compaction,
  };
};
