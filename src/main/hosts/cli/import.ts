import { resolve } from "node:path";
import type { Client } from "#shared/contract/index.ts";
import {
  type ImportItem,
  importItemKind,
  type ImportPlan,
  type ImportReport,
} from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES, importSource, type ImportSource } from "#shared/model/import-source.ts";
import { type Command, UsageError } from "./command.ts";
import { importPlaceText, importPlanText, importReportText, undoneText } from "./import-text.ts";
import { readFlags } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const importCommand: Command = {
  name: "import",
  usage:
    "import PATH | - | --find | --list | --undo RUN  [--dry-run] [--only KIND[,KIND]…] [--with KIND[,KIND]…] [--source ID] [--agent ID] [--json] [--project DIR] [--data DIR]",
  summary:
    "Move in from another program: conversations, memories and notes of an export or a folder. Nothing is replaced; --undo takes a run back, and --find lists the folders of programs on this computer.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      "dry-run": { type: "boolean" },
      find: { type: "boolean" },
      list: { type: "boolean" },
      undo: { type: "string" },
      only: { type: "string", multiple: true },
      with: { type: "string", multiple: true },
      source: { type: "string" },
      agent: { type: "string" },
      json: { type: "boolean" },
      ...projectFlags,
    });
    const [path, more] = positionals;
    if (more !== undefined) throw new UsageError(`"${more}" is not expected here.`);
    const json = values.json ?? false;
    if (values.find) return withProject(values, terminal, (client) => listPlaces(client, json, terminal));
    if (values.list) return withProject(values, terminal, (client) => listRuns(client, json, terminal));
    const { undo } = values;
    if (undo !== undefined)
      return withProject(values, terminal, async (client) => {
        const undone = await client.call("importers.undo", { run: undo });
        await terminal.out(json ? line(undone) : undoneText(undone));
        return 0;
      });
    if (path === undefined)
      throw new UsageError("Name a file or a folder, or - for a text on standard input.");
    const source = sourceOf(values.source);
    const asked = {
      ...(path === "-" ? { text: await textOf(terminal) } : { path: resolve(path) }),
      ...(source !== undefined && { source }),
      agent: values.agent,
    };
    const kinds = { only: kindsOf(values.only), with: kindsOf(values.with) };
    return withProject(values, terminal, async (client) => {
      const plan = await client.call("importers.plan", asked);
      const items = chosen(plan, kinds);
      if (values["dry-run"]) {
        const chosenKeys = items.map(({ key }) => key);
        const { costs } = await client.call("importers.cost", { plan: plan.id, items: chosenKeys });
        const shown = { ...plan, costs, chosen: chosenKeys };
        await terminal.out(json ? line(shown) : importPlanText(plan, items, costs));
        return 0;
      }
      const report = await apply(client, plan, items);
      await terminal.out(json ? line(report) : importReportText(report));
      return 0;
    });
  },
};

const MAX_TEXT_CHARS = 2 * 1024 * 1024;

const textOf = async (terminal: Terminal): Promise<string> => {
  let text = "";
  for await (const chunk of terminal.input) {
    text += String(chunk);
    if (text.length > MAX_TEXT_CHARS) throw new UsageError("The text is over 2 MB. Name its file instead.");
  }
  return text;
};

const apply = (client: Client, plan: ImportPlan, items: readonly ImportItem[]): Promise<ImportReport> =>
  client.call("importers.apply", { plan: plan.id, items: items.map(({ key }) => key) });

type Kinds = { readonly only: readonly string[]; readonly with: readonly string[] };

/** `--only` leaves out other kinds, `--with` adds kinds that are not ticked. */
const chosen = ({ items }: ImportPlan, kinds: Kinds): readonly ImportItem[] =>
  items.filter(({ kind, ticked, state }) => {
    if (state !== "new" && state !== "grown") return false;
    if (kinds.only.length > 0 && !kinds.only.includes(kind)) return false;
    return ticked || kinds.with.includes(kind) || kinds.with.includes("all");
  });

const KINDS: readonly string[] = [...importItemKind.options, "all"];

const kindsOf = (given: readonly string[] = []): readonly string[] =>
  given
    .flatMap((text) => text.split(","))
    .map((text) => {
      const kind = text.trim();
      if (KINDS.includes(kind)) return kind;
      throw new UsageError(`There is no kind "${kind}". Kinds: ${KINDS.join(", ")}.`);
    });

const sourceOf = (given: string | undefined): ImportSource | undefined => {
  if (given === undefined) return undefined;
  const parsed = importSource.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--source takes one of ${Object.keys(IMPORT_SOURCES).join(", ")}, not "${given}".`);
};

const listRuns = async (client: Client, json: boolean, terminal: Terminal): Promise<number> => {
  const { runs } = await client.call("importers.runs", {});
  if (json) await terminal.out(line({ runs }));
  else if (runs.length === 0) await terminal.out("Nothing was imported yet.\n");
  else
    await terminal.out(
      runs
        .map(
          ({ run, at, source, state, sessions, lines, files }) =>
            `${run}  ${at.slice(0, 16).replace("T", " ")}  ${IMPORT_SOURCES[source].padEnd(12)}  ${sessions} conversations, ${lines} lines, ${files} files${state === "done" ? "" : ` (${state})`}\n`,
        )
        .join(""),
    );
  return 0;
};

const listPlaces = async (client: Client, json: boolean, terminal: Terminal): Promise<number> => {
  const { places } = await client.call("importers.places", {});
  if (json) await terminal.out(line({ places }));
  else if (places.length === 0)
    await terminal.out("No folder of a program that Satchel knows is in its usual place.\n");
  else await terminal.out(places.map(importPlaceText).join(""));
  return 0;
};

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
