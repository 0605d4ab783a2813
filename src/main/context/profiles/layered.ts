import { excludedBy } from "../gather/exclude-files.ts";
import type { Fix, SegmentReason } from "#shared/model/manifest.ts";
import { DEFAULT_PRIORITY, layeredProfile, type LayeredProfile, NEAR_LIMIT } from "#shared/model/profile.ts";
import { numberText, tokensText } from "#shared/model/number-text.ts";
import { bodyOf } from "../plan/body.ts";
import { absence, type CandidatePlace, fileDetail, leftOut } from "../plan/candidate.ts";
import { cutPlace } from "../plan/cut-place.ts";
import { markerText } from "../plan/marker.ts";
import { insidePrompt, planMemory, withHeader } from "../plan/plan-memory.ts";
import { planPrompt, PROMPT_ID, SKILLS_ID } from "../plan/plan-prompt.ts";
import { planSoul } from "../plan/plan-soul.ts";
import { seamBetween, trimmedTokens } from "../fit/seams.ts";
import type { Allowance, Candidate, Gathered, Meter, SourceFile } from "../types.ts";
import { perFileFix } from "./per-file-fix.ts";
import { commonDefaults, defineProfile } from "./profile-kind.ts";

/**
 * SOUL, the workspace's files by priority, the agent's prompt and memory in one system message. Limits are
 * in tokens. A file's stored count includes the newline it ends with, so a file that is sent whole may be
 * counted a token too high, never too low.
 */

const shipped: LayeredProfile = {
  ...commonDefaults,
  id: "layered",
  title: "Layered",
  kind: "layered",
  history: { ...commonDefaults.history },
  pin: [],
  exclude: [],
  layers: [
    { id: "soul", role: "system" },
    { id: "files", role: "system" },
    { id: "system", role: "system" },
    { id: "memory", role: "system" },
  ],
  unit: "tokens",
  perFile: 20_000,
  total: 150_000,
  memoryTokens: 8_000,
  memoryHits: 20,
  soft: { soul: 2_000, system: 4_000 },
  fileHeader: "## {name}",
  marker: "[truncated at {limit} tokens]",
  identity: "file",
};

export const layered = defineProfile({
  shipped,
  schema: layeredProfile,
  needs: ["recall", "kept-soul", "top-files"],
  sharing: { byTag: true },
  ranksFiles: true,
  budgets: {
    soul: "soft.soul",
    core: "total",
    files: "total",
    system: "soft.system",
    memory: "memoryTokens",
    history: "history.maxTokens",
  },
  limits: ["perFile", "total"],
  plan: (gathered, profile, allowance, meter) => {
    const chosen = chooseFiles(gathered, profile);
    const memory = planMemory(withoutRepeats(gathered, chosen, profile), profile, allowance, meter);
    const warnings: string[] = [];
    const candidates: Candidate[] = [];
    let printed: ReturnType<typeof planPrompt> | null = null;
    let memorySlot = 0;
    const isFirst = () => candidates.every((candidate) => candidate.text === "");

    for (const { id } of profile.layers) {
      if (id === "soul") candidates.push(...planSoul(gathered, isFirst(), meter));
      if (id === "files") candidates.push(...planFiles(chosen, profile, allowance, isFirst(), meter));
      if (id === "system") {
        printed = planPrompt(gathered, isFirst(), memory, !allowance.out.has(SKILLS_ID), meter);
        candidates.push(...printed.candidates);
      }
      // Whether memory is a layer of its own is known after the prompt is planned; until then its place is kept.
      if (id === "memory") memorySlot = candidates.length;
    }
    const hits =
      printed?.usesMemory === true
        ? insidePrompt(memory, PROMPT_ID, printed.memoryAt)
        : withHeader(
            memory,
            candidates.slice(0, memorySlot).every((candidate) => candidate.text === ""),
            meter,
          );
    candidates.splice(memorySlot, 0, ...hits);

    warnings.push(...(printed?.warnings ?? []), ...softWarnings(candidates, profile, gathered.exact));
    return { candidates, warnings, pins: true };
  },
});

type Ranked = {
  readonly file: SourceFile;
  readonly body: string;
  readonly isPriority: boolean;
  readonly priority: number;
  readonly place: CandidatePlace & { readonly id: string };
  /** What the last prompt made of it, for the next: while a limit is dragged, most files are sent as before. */
  readonly last: {
    before?: Before;
    whole?: { readonly candidate: Candidate; readonly perFile: number; readonly before: Before };
    beyond?: { readonly candidate: Candidate; readonly perFile: number; readonly needed: number };
  };
};

/** A file in the order of the prompt, and why it cannot be sent whatever the limits are. */
type Filtered = { readonly entry: Ranked; readonly refused: Refusal | null };

type Chosen = {
  readonly filtered: readonly Filtered[];
  /** Left out by the total. */
  readonly isBeyond: (entry: Ranked) => boolean;
};

const countsOf = (entry: Ranked, profile: LayeredProfile) => Math.min(entry.file.tokens, profile.perFile);

const chooseFiles = (gathered: Gathered, profile: LayeredProfile): Chosen => {
  const { filtered, sendable } = filterFiles(gathered, profile);
  return { filtered, isBeyond: beyondTotal(sendable, profile) };
};

type FilteredFiles = { readonly filtered: readonly Filtered[]; readonly sendable: readonly Ranked[] };

/** Cached per list of files, because a dragged limit changes neither their order nor what is refused. */
const filterFiles = (gathered: Gathered, profile: LayeredProfile): FilteredFiles => {
  const { agent, overrides } = gathered;
  const key = JSON.stringify([
    agent.workspace,
    agent.workspaceFiles,
    profile.pin,
    profile.exclude,
    // An unsaved text is in the list of files already.
    Object.entries(overrides.files ?? {}).map(([path, { pin, exclude, priority }]) => [
      path,
      pin,
      exclude,
      priority,
    ]),
  ]);
  const known = filters.get(gathered.files);
  if (known?.key === key) return known;
  const filtered = rank(gathered, profile).map((entry) => ({
    entry,
    refused: refusal(entry, gathered, profile),
  }));
  const sendable = filtered.filter(({ refused }) => !refused).map(({ entry }) => entry);
  filters.set(gathered.files, { key, filtered, sendable });
  return { filtered, sendable };
};

const filters = new WeakMap<readonly SourceFile[], FilteredFiles & { readonly key: string }>();

/** A passage of a file that the profile sends whole would be in the prompt twice. */
const withoutRepeats = (
  gathered: Gathered,
  { filtered, isBeyond }: Chosen,
  profile: LayeredProfile,
): Gathered => {
  if (gathered.hits.length === 0) return gathered;
  const whole = new Set(
    filtered
      .filter(({ entry, refused }) => !refused && !isBeyond(entry) && entry.file.tokens <= profile.perFile)
      .map(({ entry }) => entry.file.path),
  );
  const hits = gathered.hits.filter(({ source }) => !whole.has(source.replace(/#\d+$/, "")));
  return hits.length === gathered.hits.length ? gathered : { ...gathered, hits };
};

const planFiles = (
  { filtered, isBeyond }: Chosen,
  profile: LayeredProfile,
  allowance: Allowance,
  isFirst: boolean,
  meter: Meter,
): Candidate[] => {
  const counts = (entry: Ranked) => countsOf(entry, profile);
  let separator = isFirst ? "" : "\n\n";
  /** The total that would hold the list up to this file, and everything that is always sent. */
  let needed = 0;
  for (const { entry, refused } of filtered) if (!refused && entry.isPriority) needed += counts(entry);
  return filtered.map(({ entry, refused }) => {
    const { file, place } = entry;
    const detail = { priority: entry.priority, limit: profile.perFile };
    if (refused?.reason === "tag-filter") {
      // With a tag the file would still have to pass the next limit; a pin passes both.
      const fits = needed + counts(entry) <= profile.total;
      const fix = fits ? refused.fix : { pin: file.path };
      return leftOut(place, file, refused.reason, { ...detail, fix });
    }
    if (refused) {
      return leftOut(place, file, refused.reason, {
        priority: entry.priority,
        ...(refused.fix ? { fix: refused.fix } : {}),
      });
    }
    if (!entry.isPriority) needed += counts(entry);
    if (isBeyond(entry)) return beyondLimit(entry, profile.perFile, needed);
    if (allowance.out.has(place.id)) return leftOut(place, file, "window", detail);
    const sent = fileText(entry, profile, allowance, separator, meter);
    if (sent.text !== "") separator = "\n\n";
    return sent;
  });
};

const beyondLimit = (entry: Ranked, perFile: number, needed: number): Candidate => {
  const known = entry.last.beyond;
  if (known?.perFile === perFile && known.needed === needed) return known.candidate;
  const detail = { priority: entry.priority, limit: perFile, fix: { raise: "total", to: needed } };
  const candidate = leftOut(entry.place, entry.file, "total-limit", detail);
  entry.last.beyond = { perFile, needed, candidate };
  return candidate;
};

const fileText = (
  entry: Ranked,
  profile: LayeredProfile,
  allowance: Allowance,
  separator: string,
  meter: Meter,
): Candidate => {
  const { file, body, place } = entry;
  const cap = entry.isPriority && allowance.cap !== null ? allowance.cap : Number.POSITIVE_INFINITY;
  const limit = Math.min(profile.perFile, cap);
  const before = beforeOf(entry, separator, profile.fileHeader);
  const end = file.tokens <= limit ? body.length : meter.cut(body, limit);
  if (end >= body.length) return wholeFile(entry, profile.perFile, before, meter);
  const isGone = limit === 0;
  const marker = `\n${markerText(profile.marker, limit)}`;
  const kept = body.slice(0, end);
  return {
    ...place,
    text: isGone ? "" : before.text + kept + marker,
    // Without a header the text may begin with blanks of the body.
    ...(!before.hasHeader || isGone ? {} : { edges: { head: before.text, tail: marker } }),
    tokens: isGone
      ? 0
      : limit + seamBetween(kept, marker, meter) + meter.tokens(before.text) + meter.tokens(marker),
    raw: { tokens: file.tokens, chars: file.text?.length ?? 0 },
    keptTokens: limit,
    status: "truncated",
    reason: cap < profile.perFile ? "window" : "per-file-limit",
    sha256: file.sha256,
    detail: {
      ...fileDetail(file),
      priority: entry.priority,
      limit: profile.perFile,
      ...nearLimit(file, profile.perFile),
      ...cutPlace(file, end),
      ...(cap >= profile.perFile ? { fix: perFileFix(file.tokens, profile) } : {}),
    },
  };
};

const wholeFile = (entry: Ranked, perFile: number, before: Before, meter: Meter): Candidate => {
  const { file, body, place } = entry;
  const tokens = file.tokens + trimmedTokens(file, body, meter) + meter.tokens(before.text);
  const known = entry.last.whole;
  if (known?.candidate.tokens === tokens && known.perFile === perFile && known.before === before)
    return known.candidate;
  const candidate: Candidate = {
    ...place,
    text: before.text + body,
    ...(before.hasHeader ? { edges: { head: before.text, tail: body } } : {}),
    tokens,
    raw: { tokens: file.tokens, chars: file.text?.length ?? 0 },
    keptTokens: file.tokens,
    status: "included",
    reason: null,
    sha256: file.sha256,
    detail: { ...fileDetail(file), priority: entry.priority, limit: perFile, ...nearLimit(file, perFile) },
  };
  entry.last.whole = { candidate, perFile, before };
  return candidate;
};

const nearLimit = (file: SourceFile, perFile: number) =>
  file.tokens >= NEAR_LIMIT * perFile ? { nearLimit: true } : {};

/** What is printed before a file's text. */
type Before = {
  readonly text: string;
  readonly hasHeader: boolean;
  readonly separator: string;
  readonly template: string;
};

const beforeOf = (entry: Ranked, separator: string, template: string): Before => {
  const known = entry.last.before;
  if (known?.separator === separator && known.template === template) return known;
  const header = template === "" ? "" : `${template.replaceAll("{name}", entry.file.name)}\n`;
  const before = { text: separator + header, hasHeader: header !== "", separator, template };
  entry.last.before = before;
  return before;
};

/** AGENTS, USER and IDENTITY are priority files whatever their number is; the number only sorts them. */
const rank = (gathered: Gathered, profile: LayeredProfile): Ranked[] =>
  gathered.files
    .map((file): Ranked => {
      const override = gathered.overrides.files?.[file.path];
      const pinned = override?.pin ?? profile.pin.includes(file.path);
      return override || pinned ? ranked(file, pinned, override?.priority) : usualRank(file);
    })
    .sort((a, b) => a.priority - b.priority || compareNames(a.file.name, b.file.name));

const ranked = (file: SourceFile, pinned: boolean, priority: number | undefined): Ranked => {
  const isCore = file.role in CORE_PRIORITY;
  const layer = isCore ? "core" : "files";
  return {
    file,
    body: bodyOf(file),
    isPriority: isCore || pinned,
    priority: priority ?? file.priority ?? CORE_PRIORITY[file.role] ?? DEFAULT_PRIORITY,
    place: {
      id: `${layer}:${file.path}`,
      layer,
      source: file.path,
      role: "system",
      origin: file.origin,
      hold: isCore || pinned ? "priority" : "file",
      place: "system",
    },
    last: {},
  };
};

/** Cached per file object, because most files have neither a pin nor a change. */
const usualRank = (file: SourceFile): Ranked => {
  const known = ranks.get(file);
  if (known) return known;
  const usual = ranked(file, false, undefined);
  ranks.set(file, usual);
  return usual;
};

const ranks = new WeakMap<SourceFile, Ranked>();

type Refusal = { readonly reason: SegmentReason | null; readonly fix?: Fix };

const refusal = (entry: Ranked, gathered: Gathered, profile: LayeredProfile): Refusal | null => {
  const { file, body } = entry;
  const absent = absence(file, body);
  if (absent) return absent;
  const { includeTags } = gathered.agent.workspaceFiles;
  const unexclude = excludedBy(file, gathered, profile);
  if (unexclude !== null) return { reason: "explicit-exclude", fix: { unexclude } };
  const [wanted] = includeTags;
  if (wanted === undefined || entry.isPriority || includeTags.some((tag) => file.tags.includes(tag)))
    return null;
  return { reason: "tag-filter", fix: { tag: wanted } };
};

/**
 * Leaves files out from the end of the list until the rest fits. A smaller later file is not sent in place of a
 * larger one.
 */
const beyondTotal = (sendable: readonly Ranked[], profile: LayeredProfile): Chosen["isBeyond"] => {
  let sum = 0;
  for (const entry of sendable) sum += countsOf(entry, profile);
  let index = sendable.length;
  const beyond = new Set<Ranked>();
  while (index > 0 && sum > profile.total) {
    const entry = sendable[--index];
    if (!entry || entry.isPriority) continue;
    beyond.add(entry);
    sum -= countsOf(entry, profile);
  }
  return (entry) => beyond.has(entry);
};

const softWarnings = (
  candidates: readonly Candidate[],
  profile: LayeredProfile,
  exact: boolean,
): string[] => {
  const tokens = (layer: string, source?: string) =>
    candidates
      .filter(
        (candidate) => candidate.layer === layer && (source === undefined || candidate.source === source),
      )
      .reduce((sum, candidate) => sum + candidate.tokens, 0);
  const soul = tokens("soul");
  const system = tokens("system", "prompt");
  return [
    ...(soul > profile.soft.soul ? [overSoft("SOUL.md", tokensText(soul, exact), profile.soft.soul)] : []),
    ...(system > profile.soft.system
      ? [overSoft("The system prompt", tokensText(system, exact), profile.soft.system)]
      : []),
  ];
};

const overSoft = (name: string, used: string, budget: number) =>
  `${name} has ${used} tokens, more than the ${numberText(budget)} it should have. It is sent whole.`;

const CORE_PRIORITY: Readonly<Record<string, number>> = { agents: 0, user: 1, identity: 2 };

/** UTF-16 order, the same on every machine. */
const compareNames = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
