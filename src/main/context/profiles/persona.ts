import type { LayerId } from "#shared/model/layer.ts";
import { withoutExcluded } from "../gather/exclude-files.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import { NEAR_LIMIT, personaProfile, type PersonaProfile } from "#shared/model/profile.ts";
import { bodyOf } from "../plan/body.ts";
import { cutStart } from "../../base/cut-text.ts";
import { trimBody } from "../plan/cut-text.ts";
import { type PersonaInput, personaBlocks } from "../plan/persona-blocks.ts";
import type { Piece } from "../plan/piece.ts";
import { fileCandidate, type PieceFile } from "../plan/plan-pieces.ts";
import { planPrompt, PROMPT_ID, SKILLS_ID } from "../plan/plan-prompt.ts";
import type { Allowance, Candidate, Gathered, Meter, SourceFile } from "../types.ts";
import { cutForWindow, wholeOf } from "../fit/window-cut.ts";
import { perFileFix } from "./per-file-fix.ts";
import { commonDefaults, defineProfile } from "./profile-kind.ts";

/** Who the agent is, whom it serves and what happened lately, in blocks; then its prompt. Limits in UTF-16 units. */

const shipped: PersonaProfile = {
  ...commonDefaults,
  id: "persona",
  title: "Persona",
  kind: "persona",
  history: { ...commonDefaults.history },
  pin: [],
  exclude: [],
  layers: [
    { id: "soul", role: "system" },
    { id: "core", role: "system" },
    { id: "files", role: "system" },
    { id: "memory", role: "system" },
    { id: "system", role: "system" },
  ],
  unit: "chars",
  perFile: 12_000,
  total: 60_000,
  marker: "[truncated]",
  identity: "line",
};

export const persona = defineProfile({
  shipped,
  schema: personaProfile,
  needs: [],
  gather: async (read) => ({ notes: await read.notes(), additional: await read.additional() }),
  sharing: { byTag: false },
  ranksFiles: false,
  budgets: { history: "history.maxTokens" },
  limits: ["perFile", "total"],
  plan: (everything, profile, allowance, meter) => {
    const gathered = withoutExcluded(everything, profile);
    const files = filesOf(gathered, profile, allowance, meter);
    const memoryId = idOfMemory(gathered);
    const { usesMemory } = planPrompt(gathered, true, { text: "", tokens: 0 }, true, meter);
    // When the prompt prints memory, memory has its own limit and no block.
    const memoryFile = files.find((each) => each.id === memoryId);
    const printed = usesMemory ? cutStart(trimBody(memoryFile?.cut.text ?? ""), profile.perFile) : "";

    const needed = neededTotals(gathered, files, profile, usesMemory);
    const pieces = personaBlocks(blockInput(gathered, files, profile, profile.total, usesMemory));
    const blocks = files.flatMap((file): Candidate[] => {
      const piece = pieces.find((each) => each.source === file.id);
      if (!piece) return [];
      if (file.id === memoryId && printed !== "") {
        const whole = printedPiece(piece, printed, printed.length < bodyOf(file.file).length);
        return [fileCandidate(file, whole, meter, limitDetail(file, whole, profile, needed))];
      }
      return [fileCandidate(file, piece, meter, limitDetail(file, piece, profile, needed))];
    });
    const isFirst = blocks.every((each) => each.text === "" || each.id === memoryId);
    const memory = { text: printed, tokens: meter.tokens(printed) };
    const prompt = planPrompt(gathered, isFirst, memory, !allowance.out.has(SKILLS_ID), meter);
    const placed = blocks.map((each) =>
      each.id === memoryId && printed !== ""
        ? { ...each, inside: { host: PROMPT_ID, at: prompt.memoryAt } }
        : each,
    );
    return { candidates: [...placed, ...prompt.candidates], warnings: prompt.warnings };
  },
});

const idOfMemory = (gathered: Gathered) => `memory:${gathered.memoryFile.path}`;

type PersonaFile = PieceFile & { readonly part: Part; readonly name?: string; readonly date?: string };
type Part = "identity" | "soul" | "user" | "agents" | "note" | "memory" | "rules";

/** In the order of the blocks. */
const filesOf = (
  gathered: Gathered,
  profile: PersonaProfile,
  allowance: Allowance,
  meter: Meter,
): readonly PersonaFile[] => {
  const entry = (
    part: Part,
    id: string,
    file: SourceFile,
    layer: LayerId,
    hold: PieceFile["hold"],
    more: { name?: string; date?: string } = {},
  ): PersonaFile => ({
    part,
    id,
    file,
    layer,
    hold,
    cut: cutForWindow(file, id, hold, allowance, `\n\n${profile.marker}`, meter),
    ...more,
  });
  const core = (role: "identity" | "user" | "agents") =>
    gathered.files
      .filter((file) => file.role === role)
      .map((file) => entry(role, `core:${file.path}`, file, "core", "priority"));
  const taken = new Set<FileRole>(["soul", "agents", "user", "identity", "memory"]);
  const notes = new Set(gathered.notes.flatMap(({ files }) => files.map((file) => file.path)));
  return [
    ...core("identity"),
    ...gathered.soul.map((file) => entry("soul", `soul:${file.path}`, file, "soul", "fixed")),
    ...core("user"),
    ...core("agents"),
    ...gathered.notes.flatMap(({ date, files }) =>
      files.map((file) => entry("note", `files:${file.path}`, file, "files", "file", { date })),
    ),
    entry("memory", idOfMemory(gathered), gathered.memoryFile, "memory", "file"),
    // A file that has a block of its own is not sent a second time as a rule.
    ...gathered.additional
      .filter(({ file }, index) => {
        const first = gathered.additional.findIndex((each) => each.file.path === file.path);
        return first === index && !taken.has(file.role) && !notes.has(file.path);
      })
      .map(({ asked, file }) => entry("rules", `files:${file.path}`, file, "files", "file", { name: asked })),
  ];
};

const blockInput = (
  gathered: Gathered,
  files: readonly PersonaFile[],
  profile: PersonaProfile,
  total: number,
  withoutMemory: boolean,
): PersonaInput => {
  const source = (each: PersonaFile) => ({ source: each.id, text: each.cut.text, ...wholeOf(each) });
  const of = (part: Part) => files.filter((each) => each.part === part).map(source);
  const one = (part: Part) => of(part)[0] ?? { source: part, text: null };
  const memory = one("memory");
  return {
    identity: one("identity"),
    soul: of("soul"),
    user: one("user"),
    agents: one("agents"),
    notes: gathered.notes.map(({ date }) => ({
      date,
      files: files.filter((each) => each.part === "note" && each.date === date).map(source),
    })),
    memory: withoutMemory ? { source: memory.source, text: null } : memory,
    additional: files
      .filter((each) => each.part === "rules")
      .map((each) => ({ ...source(each), name: each.name ?? "" })),
    limits: { perFile: profile.perFile, total, marker: profile.marker },
  };
};

const printedPiece = (piece: Piece, text: string, isCut: boolean): Piece => ({
  ...piece,
  text,
  keptChars: text.length,
  status: isCut ? "truncated" : "included",
  reason: isCut ? "per-file-limit" : null,
});

/** By id: the total with which a file would be sent as far as its own limit allows. */
const neededTotals = (
  gathered: Gathered,
  files: readonly PersonaFile[],
  profile: PersonaProfile,
  withoutMemory: boolean,
): ReadonlyMap<string, number> => {
  const needed = new Map<string, number>();
  const unlimited = blockInput(gathered, files, profile, Number.MAX_SAFE_INTEGER, withoutMemory);
  let before = 0;
  for (const { source, status, used } of personaBlocks(unlimited)) {
    if (used === undefined) continue;
    needed.set(source, before + (status === "truncated" ? profile.perFile : used));
    before += used;
  }
  return needed;
};

const limitDetail = (
  { file, id }: PersonaFile,
  piece: Piece,
  profile: PersonaProfile,
  needed: ReadonlyMap<string, number>,
): Candidate["detail"] => {
  const chars = bodyOf(file).length;
  const limit = { limit: profile.perFile, limitUsed: chars, unit: "chars" as const };
  if (piece.reason === "per-file-limit") return { ...limit, fix: perFileFix(chars, profile) };
  const to = needed.get(id);
  if (piece.reason === "total-limit" && to !== undefined) return { ...limit, fix: { raise: "total", to } };
  return { ...limit, ...(chars >= NEAR_LIMIT * profile.perFile ? { nearLimit: true } : {}) };
};
