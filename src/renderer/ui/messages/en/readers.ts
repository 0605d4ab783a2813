import type { XrayCell } from "#shared/contract/readers.ts";
import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";

const states = {
  whole: "Read whole",
  cut: "Cut",
  conditional: "On condition",
  ondemand: "On demand",
  lost: "Lost",
  never: "Never",
} as const;

const units = { bytes: "bytes", utf16: "characters", chars: "characters", lines: "lines" } as const;

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "No limit.";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? " in the longest file" : "";
  return `${numberText(used)} of ${numberText(max)} ${unit}${per}.`;
};

export const readers = {
  title: "X-ray",
  about: "What other agents read of this folder, and what never reaches them.",
  workingFolder: "Started in",
  thisFolder: "the folder itself",
  again: "Look again",
  loading: "Looking at the folder",
  failed: "The folder could not be looked at.",
  grid: "Files and the tools that read them",
  files: (count: number) => (count === 1 ? "1 file" : `${numberText(count)} files`),
  legend: "What the signs mean",
  states,
  column: (profile: ReaderProfile | undefined, used: Used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""}: ${used.files === 1 ? "1 file" : `${used.files} files`}, about ${numberText(used.tokens)} tokens from the start. ${limitOf(profile, used)} Checked ${profile?.checked ?? ""}, confidence ${profile?.confidence ?? ""}${profile?.verified === false ? ", not verified" : ""}.`,
  cell: (path: string, tool: string, state: keyof typeof states, cell: XrayCell | undefined) =>
    `${path} in ${tool}: ${states[state]}${cell?.cut ? ` at line ${numberText(cell.cut.line)}` : `, ${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "not counted",
  outsideMark: "outside",
  countedWith: (encoding: string) =>
    encoding === "estimate" ? "~ tokens are estimates" : `Tokens counted with ${encoding}`,
  outsideOn: "Include my home folder",
  outsideOff: "Leave out my home folder",
  outsideText:
    "Several tools also read personal files in the home folder and in the folders above this one. Satchel looks there only when you allow it. Nothing is sent or changed.",
  empty: "No instruction files here",
  emptyText: "Add an AGENTS.md: most tools read it.",
  details: (path: string, tool: string) => `${path} in ${tool}`,
  inTool: (tool: string) => `in ${tool}`,
  cutAt: (cut: NonNullable<XrayCell["cut"]>, lines: number) =>
    ` at line ${numberText(cut.line)} of ${numberText(lines)}: ${numberText(cut.sent)} of ${numberText(cut.of)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]} are read${cut.tail === undefined ? "" : ", beginning and end"}.`,
  met: "The condition is met by the files that were touched.",
  notMet: "The condition is not met by the files that were touched.",
  rule: "The rule",
  confidence: {
    A: "Read in the tool’s source code.",
    B: "From the vendor’s documentation.",
    C: "Reported by others, not verified.",
  },
  confidenceShort: { A: "from the source", B: "from the documentation", C: "reported" },
  notVerified: "not verified",
  checked: (version: string, date: string) => `${version}, checked ${date}`,
  fixes: "What you can do",
  apply: (title: string) => `Apply: ${title}`,
  applyShort: "Apply",
  applied: (title: string) => `Done: ${title}`,
  text: "The text",
  open: "Open in the editor",
  noText: "This file could not be read.",
  linesAbove: (count: number) => `${numberText(count)} lines above`,
  linesBelow: (count: number, partial: boolean) =>
    partial ? "The text goes on." : count === 1 ? "1 more line" : `${numberText(count)} more lines`,
  cutHere: "cut here",
  findings: "Findings",
  noFindings: "Nothing is cut or hidden.",
  moreFindings: (count: number) => `and ${numberText(count)} more`,
  overlaps: "Rules in several files",
  overlapsText:
    "The same rule twice costs tokens; two that disagree cost more. Contradictions are found by their words.",
  overlapKinds: { duplicate: "repeated", contradiction: "may contradict" },
  keepOne: (path: string) => `Keep ${path} as the one source…`,
  keepNow: "Keep one source",
  kept: (path: string) => `Kept ${path} as the one source`,
  steps: { keep: "stays as it is", import: "becomes an import", remove: "is deleted" },
};
