import type {
  ImportCost,
  ImportItem,
  ImportPlace,
  ImportPlan,
  ImportReport,
  ImportUndone,
  ImportWarning,
} from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES } from "#shared/model/import-source.ts";

/** Lines of one kind that are listed; the rest is counted. */
const MAX_LISTED = 20;

export const importPlaceText = ({ source, path, oldestGoes }: ImportPlace): string => {
  const goes =
    oldestGoes === null
      ? ""
      : `  deletes after 30 days by itself: the oldest on ${oldestGoes.slice(0, 10)}, unless you set it differently`;
  return `${IMPORT_SOURCES[source].padEnd(12)}  ${path}${goes}\n`;
};

/** What an import would do, for a terminal. */
export const importPlanText = (
  plan: ImportPlan,
  chosen: readonly ImportItem[],
  costs: readonly ImportCost[],
): string => {
  const { source, variant, name, items, duplicates } = plan;
  const keys = new Set(chosen.map(({ key }) => key));
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)];
  const lists = kinds.map(([kind, some]) => {
    const taken = some.filter(({ key }) => keys.has(key));
    const listed = some.slice(0, MAX_LISTED).map((item) => `  ${markOf(item, keys)} ${lineOf(item)}\n`);
    const more = some.length > MAX_LISTED ? `    … and ${some.length - MAX_LISTED} more\n` : "";
    return `${KIND_NAMES[kind]}: ${taken.length} of ${some.length}\n${listed.join("")}${more}`;
  });
  const twice = duplicates > 0 ? `Lines that are there twice: ${duplicates}\n` : "";
  const head = `${name} is from ${IMPORT_SOURCES[source]} (${variant}).\n\n`;
  return `${head}${lists.join("\n")}\n${twice}${notes(plan)}${costText(costs)}Nothing was written. Run it without --dry-run to import what has a +.\n`;
};

export const importReportText = (report: ImportReport): string => {
  const { source, sessions, lines, files, agents, graph, attachments, problems, run } = report;
  const made = [
    [sessions.added, "new conversations"],
    [sessions.grown, "conversations with new messages"],
    [lines, "lines of memory"],
    [files, "files"],
    [agents, "agents"],
    [graph, "names and relations"],
    [attachments, "attachments"],
  ] as const;
  const counts = made.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}\n`);
  const failed = problems.map(({ title, reason }) => `  not written: ${title}: ${reason}\n`);
  const head = counts.length > 0 ? `Imported from ${IMPORT_SOURCES[source]}:\n` : "There was nothing new.\n";
  return `${head}${counts.join("")}${failed.join("")}${notes(report)}Undo it with: satchel import --undo ${run}\n`;
};

export const undoneText = ({ sessions, lines, files, kept }: ImportUndone): string => {
  const stayed = kept.map(({ title, reason }) => `  kept: ${title}: ${reason}\n`).join("");
  return `Undone: ${sessions} conversations (in the trash), ${lines} lines, ${files} files.\n${stayed}`;
};

const costText = (costs: readonly ImportCost[]): string => {
  const each = costs.map(
    ({ profile, before, after, exact }) => `${profile} ${exact ? "" : "~"}+${after - before}`,
  );
  return each.length === 0 ? "" : `Tokens that every message would have more: ${each.join(", ")}\n`;
};

const KIND_NAMES: Readonly<Record<ImportItem["kind"], string>> = {
  session: "Conversations",
  memory: "Facts for MEMORY.md",
  daily: "Notes of days",
  user: "About you, for USER.md",
  agents: "Instructions, for AGENTS.md",
  identity: "Character, for IDENTITY.md",
  section: "Texts for AGENTS.md, SOUL.md and others",
  document: "Documents",
  agent: "Agents",
  skill: "Skills",
  graph: "Names and relations",
};

const markOf = ({ key, state }: ImportItem, keys: ReadonlySet<string>): string => {
  if (keys.has(key)) return "+";
  return state === "same" ? "=" : state === "refused" ? "!" : " ";
};

const lineOf = ({ title, date, messages, state, added, why, off }: ImportItem): string => {
  const about = [
    date,
    messages === null ? null : `${messages} messages`,
    state === "grown" ? `${added} new` : null,
    state === "same" ? "is here" : null,
    why,
    off === null ? null : `not ticked: ${off}`,
  ].filter((part) => part !== null);
  const short = title.replaceAll(/\s+/g, " ").slice(0, 90);
  return about.length === 0 ? short : `${short}  (${about.join(", ")})`;
};

const notes = ({ warnings, skipped }: Pick<ImportPlan, "warnings" | "skipped">): string => {
  const byCode = [...Map.groupBy(warnings, ({ code }) => code)];
  const told = byCode.map(([code, some]) => `  ${count(some)} × ${code}${placeOf(some)}\n`);
  const left = skipped.map(({ what, why, count: n }) => `  ${n} × ${what}${why === "" ? "" : ` (${why})`}\n`);
  return [
    told.length > 0 ? `Warnings:\n${told.join("")}` : "",
    left.length > 0 ? `Left out:\n${left.join("")}` : "",
  ].join("");
};

const count = (warnings: readonly ImportWarning[]): number =>
  warnings.reduce((sum, warning) => sum + warning.count, 0);

const placeOf = ([first]: readonly ImportWarning[]): string => {
  if (!first || first.file === "") return "";
  const { file, line, detail } = first;
  return `: ${file}${line === null ? "" : `:${line}`}${detail === "" ? "" : ` (${detail})`}`;
};
