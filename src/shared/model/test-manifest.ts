import type { LayerId } from "./layer.ts";
import type { Manifest, Segment, SegmentStatus } from "./manifest.ts";

type Given = {
  readonly id: string;
  readonly source: string;
  readonly layer?: LayerId;
  readonly tokens: number;
  /** Tokens that are sent; none when it is left out, all when it is not said. */
  readonly sent?: number;
  readonly status?: SegmentStatus;
  readonly reason?: Segment["reason"];
  readonly detail?: Segment["detail"];
};

/** A segment for tests. */
export const segmentOf = ({
  id,
  source,
  layer = "files",
  tokens,
  status = "included",
  reason = null,
  sent = status === "included" ? tokens : 0,
  detail,
}: Given): Segment => ({
  id,
  layer,
  source,
  role: "system",
  raw: { tokens, chars: tokens * 4 },
  sent: { tokens: sent, chars: sent * 4 },
  removed: tokens === 0 ? 0 : 1 - sent / tokens,
  status,
  reason,
  sha256: "",
  message: null,
  range: null,
  ...(detail ? { detail } : {}),
});

export const manifestOf = (segments: readonly Segment[], max = 16_384, reservedOutput = 4096): Manifest => {
  const used = segments.reduce((sum, { sent }) => sum + sent.tokens, 0);
  const layers = [...new Set(segments.map(({ layer }) => layer))].map((id) => {
    const tokens = segments
      .filter(({ layer }) => layer === id)
      .reduce((sum, { sent }) => sum + sent.tokens, 0);
    return { id, title: id, role: "system" as const, budget: null, tokens, chars: tokens * 4 };
  });
  return {
    id: "test",
    at: "2026-01-01T00:00:00.000Z",
    agent: "main",
    session: null,
    scope: "main",
    profile: "layered",
    model: null,
    encoding: "o200k_base",
    exact: true,
    window: { max, reservedOutput, used, free: max - reservedOutput - used, percent: (100 * used) / max },
    layers,
    segments: [...segments],
    actions: [],
    prefix: { hash: "", stableTokens: 0, brokenBy: null },
    warnings: [],
  };
};
