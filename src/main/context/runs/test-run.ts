import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";
import type { Run } from "./run-store.ts";

/** A run with one segment per message, for tests. */
export const testRun = (id: string, messages: readonly Message[], changes: Partial<Manifest> = {}): Run => ({
  manifest: testManifest(id, messages.map(wholeMessage), changes),
  messages,
  tools: [],
});

export const testManifest = (
  id: string,
  segments: readonly Segment[],
  changes: Partial<Manifest> = {},
): Manifest => ({
  id,
  at: "2026-05-04T10:00:00.000Z",
  agent: "main",
  session: "s1",
  scope: "main",
  profile: "layered",
  model: null,
  encoding: "o200k_base",
  exact: true,
  window: { max: 8_000, reservedOutput: 1_000, used: 100, free: 6_900, percent: 1.25 },
  layers: [],
  segments: [...segments],
  actions: [],
  prefix: { hash: "", stableTokens: 0, brokenBy: null },
  warnings: [],
  ...changes,
});

export const testSegment = (id: string, changes: Partial<Segment> = {}): Segment => ({
  id,
  layer: "files",
  source: id,
  role: "system",
  raw: { tokens: 10, chars: 40 },
  sent: { tokens: 10, chars: 40 },
  removed: 0,
  status: "included",
  reason: null,
  sha256: "00",
  message: 0,
  range: [0, 40],
  ...changes,
});

const wholeMessage = ({ role, content }: Message, index: number) =>
  testSegment(`message:${index}`, { role, message: index, range: [0, content.length] });
