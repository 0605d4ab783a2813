import type { Xray, XrayCell, XrayColumn } from "#shared/contract/readers.ts";
import { numberText, tokensText } from "#shared/model/number-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import { noteText } from "#shared/model/xray-note-text.ts";

const MAX_FINDINGS = 200;

/** A line per tool, a line per file and tool that reads it, and the findings with file, line and rule. */
export const xrayTable = (report: Xray, profiles: readonly ReaderProfile[]): string => {
  const names = new Map(profiles.map((profile) => [profile.id, profile]));
  const width = Math.max(6, ...profiles.map(({ name }) => name.length));
  const where = report.cwd === "" ? "the folder itself" : report.cwd;
  const sections = [
    `Started in ${where}${report.gitRoot === null ? ", no git repository" : ""}. Tokens are counted with ${report.encoding}; other models count differently.`,
    ...(report.outside ? [] : ["Files outside the folder were not looked at (--home looks at them)."]),
    ...report.notes.map(noteText),
    "",
    `${"tool".padEnd(width)}  files  ${"tokens".padStart(8)}  limit`,
    ...report.columns.map((column) => columnLine(column, names.get(column.reader), width)),
    "",
    ...fileLines(report, names),
    ...findingLines(report, names),
  ];
  return `${sections.join("\n")}\n`;
};

const columnLine = (
  { files, tokens, used, max }: XrayColumn,
  profile: ReaderProfile | undefined,
  width: number,
): string => {
  const unit = profile?.limit?.unit === "bytes" ? "bytes" : "characters";
  const per = profile?.limit?.per === "file" ? " (largest file)" : "";
  const limit = max === null ? "none" : `${numberText(used)} of ${numberText(max)} ${unit}${per}`;
  const mark = profile?.verified === false ? " · not verified" : "";
  return `${(profile?.name ?? "").padEnd(width)}  ${String(files).padStart(5)}  ${tokensText(tokens, false).padStart(8)}  ${limit}${mark}`;
};

const GLYPHS = {
  always: "whole",
  conditional: "on condition",
  ondemand: "on demand",
  never: "never",
} as const;

const word = (cell: XrayCell): string =>
  cell.cut && cell.how === "always" ? `cut at line ${numberText(cell.cut.line)}` : GLYPHS[cell.how];

/** Per file, which tools read it how; tools that never do are counted. */
const fileLines = (
  { files, columns }: Xray,
  names: ReadonlyMap<string, ReaderProfile>,
): readonly string[] => {
  const lines: string[] = [];
  for (const [index, file] of files.entries()) {
    const groups = new Map<string, string[]>();
    let never = 0;
    for (const column of columns) {
      const cell = column.cells.find((each) => each.file === index);
      if (!cell || cell.how === "never") never += 1;
      else
        groups.set(word(cell), [
          ...(groups.get(word(cell)) ?? []),
          names.get(column.reader)?.name ?? column.reader,
        ]);
    }
    lines.push(
      `${file.path}  (${numberText(file.lines)} ${file.lines === 1 ? "line" : "lines"}${file.tokens === null ? "" : `, ${tokensText(file.tokens, false)} tokens`})`,
    );
    for (const [how, tools] of groups) lines.push(`  ${how}: ${tools.join(", ")}`);
    if (never > 0) lines.push(`  never: ${never} of ${columns.length} tools`);
  }
  return lines;
};

const findingLines = (
  { findings, files }: Xray,
  names: ReadonlyMap<string, ReaderProfile>,
): readonly string[] => {
  if (findings.length === 0) return ["", "No findings."];
  const lines = findings.slice(0, MAX_FINDINGS).map(({ kind, reader, file, line, rule, text }) => {
    const profile = names.get(reader);
    const place = file === null ? "" : `${files[file]?.path ?? ""}:${line}  `;
    const why = profile && Object.hasOwn(profile.rules, rule) ? profile.rules[rule] : "";
    return `${kind.padEnd(10)}  ${place}${text}\n            rule: ${why} [${profile?.confidence}, ${profile?.version}, ${profile?.checked}]`;
  });
  const more = findings.length - MAX_FINDINGS;
  return [
    "",
    `${findings.length} ${findings.length === 1 ? "finding" : "findings"}:`,
    ...lines,
    ...(more > 0 ? [`… and ${more} more (--json has all).`] : []),
  ];
};
