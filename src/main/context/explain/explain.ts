import { LAYER_TITLES, LAYERS, type LayerId } from "#shared/model/layer.ts";
import type { Fix, Manifest, Segment } from "#shared/model/manifest.ts";
import type { Fitted } from "../fit/fit.ts";
import { stablePrefix } from "./prefix.ts";
import type { BoundProfile } from "../profiles/profile-kind.ts";
import type { Rendered } from "../render.ts";
import { sha256 } from "../text-hash.ts";
import type { Candidate, Gathered, Meter } from "../types.ts";
import { manifestWarnings } from "./warnings.ts";
import { windowFixes } from "./window-fix.ts";

export type ExplainInput = {
  readonly gathered: Gathered;
  readonly profile: BoundProfile;
  readonly fitted: Fitted;
  readonly rendered: Rendered;
  readonly withheld: readonly Candidate[];
};

/**
 * The account of the prompt: every candidate once, in the order of the prompt, and the overhead as an entry of its
 * own.
 */
export const explain = (input: ExplainInput, meter: Meter): Manifest => {
  const { gathered, profile, fitted, rendered } = input;
  const fixes = windowFixes(fitted, gathered.history);
  const candidates = [
    ...fitted.plan.candidates,
    ...input.withheld,
    ...fitted.tools,
    ...fitted.shelved,
    ...fitted.summarised,
    ...fitted.history,
  ];
  const segments = [
    ...segmentsOf(candidates, rendered, fixes, gathered.files),
    overheadSegment(fitted.overhead),
  ];
  const { window } = fitted;
  return {
    id: gathered.id,
    at: gathered.at,
    agent: gathered.agent.id,
    session: gathered.session,
    scope: gathered.scope,
    profile: profile.data.id,
    model: gathered.model,
    encoding: gathered.encoding,
    exact: gathered.exact && !rendered.messages.some(({ pictures }) => pictures !== undefined),
    window: {
      max: window.max,
      reservedOutput: window.reserved,
      used: fitted.used,
      free: window.usable - fitted.used,
      percent: Math.round((fitted.used / window.max) * 1000) / 10,
    },
    layers: layersOf(segments, profile),
    segments,
    compactAt: profile.data.compactAt,
    actions: fitted.actions,
    prefix: prefixOf(gathered, rendered, segments, meter),
    warnings: manifestWarnings(gathered, fitted, segments),
    ...(fitted.plan.lastRun === undefined ? {} : { lastRun: fitted.plan.lastRun }),
  };
};

type Made = { readonly candidates: readonly Candidate[]; readonly segments: readonly Segment[] };

/**
 * The segments of the last prompt with the same files are used again where nothing about them changed: while a
 * slider moves, most candidates are those of the preview before.
 */
const segmentsOf = (
  candidates: readonly Candidate[],
  rendered: Rendered,
  fixes: ReadonlyMap<string, Fix>,
  files: Gathered["files"],
): Segment[] => {
  const last = lastMade.get(files);
  const hasFixes = fixes.size > 0;
  const segments = candidates.map((candidate, index) => {
    const fix = hasFixes && candidate.reason !== null ? fixes.get(candidate.id) : undefined;
    // Segments without text have no position. In a large workspace that is most files.
    const hasPlace = candidate.text !== "" || candidate.place === "history";
    const place = hasPlace ? rendered.places.get(candidate.id) : undefined;
    const known = last?.candidates[index] === candidate ? last.segments[index] : undefined;
    const isSame =
      known && isSamePlace(known, place) && isSameFix(known.detail?.fix, fix ?? candidate.detail?.fix);
    return isSame ? known : makeSegment(candidate, place, fix);
  });
  lastMade.set(files, { candidates, segments });
  return segments;
};

const lastMade = new WeakMap<Gathered["files"], Made>();

/** Each prompt makes its own pins. */
const isSameFix = (a: Fix | undefined, b: Fix | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && "pin" in a && "pin" in b && a.pin === b.pin);

type Place = { readonly message: number; readonly range: [number, number] } | undefined;

const isSamePlace = ({ message, range }: Segment, place: Place): boolean =>
  place === undefined
    ? message === null
    : message === place.message && range?.[0] === place.range[0] && range[1] === place.range[1];

const makeSegment = (candidate: Candidate, place: Place, fix: Fix | undefined): Segment => {
  const chars = place ? place.range[1] - place.range[0] : candidate.text.length;
  const detail = fix ? { ...candidate.detail, fix } : candidate.detail;
  return {
    id: candidate.id,
    layer: candidate.layer,
    source: candidate.source,
    role: candidate.role,
    origin: candidate.origin,
    raw: candidate.raw,
    sent: { tokens: candidate.tokens, chars },
    ...fateOf(candidate),
    sha256: candidate.sha256,
    message: place?.message ?? null,
    range: place?.range ?? null,
    ...(detail ? { detail } : {}),
  };
};

const fateOf = (candidate: Candidate): Pick<Segment, "status" | "reason" | "removed"> => {
  const { status, reason, detail } = candidate;
  const held = detail?.pictures?.some((each) => each.held !== undefined) ?? false;
  const attached = detail?.cut ? ("passages" as const) : held ? ("pictures" as const) : null;
  // The window takes a message or leaves it; one that is there with passages of a document is there in part.
  if (status === "included" && attached !== null)
    return { status: "truncated", reason: attached, removed: removedShare(candidate) };
  return { status, reason, removed: status === "included" ? 0 : removedShare(candidate) };
};

const removedShare = ({ raw, keptTokens }: Candidate): number =>
  raw.tokens === 0 ? 0 : Math.min(1, Math.max(0, 1 - keptTokens / raw.tokens));

const overheadSegment = (tokens: number): Segment => ({
  id: "overhead:messages",
  layer: "overhead",
  source: "overhead",
  role: "system",
  origin: "you",
  raw: { tokens, chars: 0 },
  sent: { tokens, chars: 0 },
  removed: 0,
  status: "included",
  reason: null,
  sha256: NOTHING,
  message: null,
  range: null,
  detail: { title: LAYER_TITLES.overhead },
});

const layersOf = (segments: readonly Segment[], profile: BoundProfile): Manifest["layers"] => {
  const layers = new Map<LayerId, Manifest["layers"][number]>();
  for (const { layer: id, role, sent } of segments) {
    const layer = layers.get(id) ?? newLayer(id, role, profile);
    layers.set(id, layer);
    layer.tokens += sent.tokens;
    layer.chars += sent.chars;
  }
  return LAYERS.flatMap(({ id }) => layers.get(id) ?? []);
};

const newLayer = (id: LayerId, role: Segment["role"], profile: BoundProfile): Manifest["layers"][number] => ({
  id,
  title: LAYER_TITLES[id],
  role: id === "history" || id === "message" ? "user" : role,
  budget: profile.budget(id),
  tokens: 0,
  chars: 0,
});

const prefixOf = (
  gathered: Gathered,
  rendered: Rendered,
  segments: readonly Segment[],
  meter: Meter,
): Manifest["prefix"] => {
  const { previous } = gathered;
  if (previous === null) return FIRST_RUN;
  const toolTokens = segments.filter(isTool).reduce((sum, each) => sum + each.sent.tokens, 0);
  const asTools = (list: readonly Segment[]) =>
    list
      .filter(isTool)
      .map((each) => `${each.sha256}:${each.sent.chars}`)
      .join("\n");
  return stablePrefix({
    previous: previous.messages,
    current: rendered.messages,
    segments: [
      { id: TOOLS, message: null, range: null, tokens: toolTokens },
      ...segments.map(({ id, message, range, sent }) => ({ id, message, range, tokens: sent.tokens })),
    ],
    count: (text) => meter.tokens(text),
    leading: {
      id: TOOLS,
      previous: asTools(previous.segments),
      current: asTools(segments),
    },
  });
};

const NOTHING = sha256("");
const FIRST_RUN: Manifest["prefix"] = { hash: NOTHING, stableTokens: 0, brokenBy: null };

const isTool = (segment: Segment) => segment.layer === TOOLS;

const TOOLS = "tools";
