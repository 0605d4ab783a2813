import { builtInCandidate } from "../plan/plan-pieces.ts";
import { insidePrompt, planMemory } from "../plan/plan-memory.ts";
import { planPrompt, PROMPT_ID, SKILLS_ID } from "../plan/plan-prompt.ts";
import { planSoul } from "../plan/plan-soul.ts";
import { neededLimits, type NeededLimits } from "../snapshot/needed-limits.ts";
import {
  buildSnapshot,
  SNAPSHOT_LIMITS,
  type SnapshotFileResult,
  type SnapshotLimits,
  snapshotLimits,
  type SnapshotResult,
} from "../snapshot/select-snapshot.ts";
import type { Allowance, Candidate, Gathered, Meter, ProjectFile } from "../types.ts";
import { commonDefaults, defineProfile } from "./profile-kind.ts";
import { snapshotProfile, type SnapshotProfile } from "#shared/model/profile.ts";
import type { SegmentReason } from "#shared/model/manifest.ts";

/** SOUL, the agent's prompt and how to hand back files; then the project's files as data, in a user message. */

const shipped: SnapshotProfile = {
  ...commonDefaults,
  id: "snapshot",
  title: "Snapshot",
  kind: "snapshot",
  pin: [],
  exclude: [],
  layers: [
    { id: "soul", role: "system" },
    { id: "system", role: "system" },
    { id: "files", role: "user" },
  ],
  unit: "chars",
  ...SNAPSHOT_LIMITS,
  spine: null,
  identity: "none",
  history: { maxMessages: 32, maxChars: 48_000, maxTokens: null },
  reservedOutput: 8_192,
};

export const snapshot = defineProfile({
  shipped,
  schema: snapshotProfile,
  needs: ["recall", "project-files"],
  gather: async (read) => ({ projectFiles: await read.projectFiles() }),
  sharing: { byTag: true },
  ranksFiles: false,
  limits: [],
  budgets: { history: "history.maxTokens" },
  plan: (gathered, profile, allowance, meter) => {
    const memory = planMemory(gathered, MEMORY_LIMITS, allowance, meter);
    const soul = planSoul(gathered, true, meter);
    const isFirst = soul.every((each) => each.text === "");
    const prompt = planPrompt(gathered, isFirst, memory, !allowance.out.has(SKILLS_ID), meter);
    const before = [...soul, ...prompt.candidates];
    const separator = before.every((each) => each.text === "") ? "" : "\n\n";
    const limits = snapshotLimits(profile, gathered.environment);
    const result = snapshotOf(gathered, profile, limits, allowance);
    return {
      candidates: [
        ...before,
        // Memory is not a layer here; a prompt may print it.
        ...(prompt.usesMemory ? insidePrompt(memory, PROMPT_ID, prompt.memoryAt) : []),
        builtInCandidate("path-fences", separator + FENCE_LESSON, meter),
        ...planFiles(gathered, result, limits, meter),
      ],
      warnings: prompt.warnings,
      frames: true,
      lastRun: result.run,
    };
  },
});

const MEMORY_LIMITS = { memoryTokens: 8_000, memoryHits: 20, fixed: true };

const FENCE_LESSON = [
  "## Handing back files",
  "To create or change a file, print the whole file in a fenced block whose info string is its path:",
  "",
  "```src/example.ts",
  "export const example = true;",
  "```",
  "",
  "Use project-relative paths with `/`. Use a longer fence when the text holds one. The last block of a path counts; the person sees a diff before anything is written.",
].join("\n");

const snapshotOf = (
  gathered: Gathered,
  profile: SnapshotProfile,
  limits: SnapshotLimits,
  allowance: Allowance,
): SnapshotResult => {
  const byPath = new Map(gathered.projectFiles.map((file) => [file.path, file]));
  const out = new Map<string, SegmentReason>();
  for (const { path } of gathered.projectFiles) {
    if (gathered.overrides.files?.[path]?.exclude ?? profile.exclude.includes(path)) {
      out.set(path, "explicit-exclude");
    }
  }
  return buildSnapshot({
    files: gathered.projectFiles,
    textOf: (path) => byPath.get(path)?.text ?? null,
    limits,
    leftOut: out,
    taken: new Set(
      gathered.projectFiles.map(({ path }) => path).filter((path) => allowance.out.has(idOf(path))),
    ),
    now: new Date(gathered.at),
  });
};

const planFiles = (
  gathered: Gathered,
  result: SnapshotResult,
  limits: SnapshotLimits,
  meter: Meter,
): Candidate[] => {
  const frame = (source: string, text: string): Candidate[] =>
    text === ""
      ? []
      : [
          {
            ...builtInCandidate(source, text, meter),
            id: `files:${source}`,
            layer: "files",
            role: "user",
            place: "data",
          },
        ];
  const needed = neededLimits(gathered.projectFiles, result, limits.maxChars);
  return [
    ...frame("snapshot-opening", result.opening),
    ...result.files.map((entry, index) => {
      const file = gathered.projectFiles[index];
      if (!file) throw new Error(`No file for ${entry.path}.`);
      const fix = fixFor(entry, needed(index));
      // A file that was not read has no count.
      const detail = file.text === null ? { ...fix, estimated: true } : fix;
      return fileCandidate(file, entry, detail, meter);
    }),
    ...frame("snapshot-closing", result.closing),
  ];
};

const fileCandidate = (
  file: ProjectFile,
  entry: SnapshotFileResult,
  detail: Candidate["detail"],
  meter: Meter,
): Candidate => ({
  id: idOf(file.path),
  layer: "files",
  source: file.path,
  role: "user",
  origin: file.origin,
  hold: "file",
  place: "data",
  text: entry.text,
  tokens: meter.tokens(entry.text),
  raw: { tokens: file.tokens, chars: file.text?.length ?? file.utf8Bytes },
  keptTokens: entry.reason === null ? file.tokens : 0,
  status: entry.reason === null ? "included" : "excluded",
  reason: entry.reason,
  sha256: file.sha256,
  ...(detail ? { detail } : {}),
});

const idOf = (path: string) => `files:${path}`;

const fixFor = (entry: SnapshotFileResult, needed: NeededLimits): Candidate["detail"] => {
  if (entry.reason === "file-limit") return { fix: { raise: "maxFiles", to: needed.files() } };
  if (entry.reason === "explicit-exclude") return { fix: { unexclude: entry.path } };
  if (entry.reason !== "char-limit") return undefined;
  return { fix: { raise: "maxChars", to: needed.chars() } };
};
