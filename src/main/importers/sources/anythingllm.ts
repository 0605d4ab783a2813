import { Failure } from "#shared/contract/failure.ts";
import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { csvRecords } from "../input/csv-records.ts";
import { jsonElements } from "../input/json-elements.ts";
import { jsonLines } from "../input/json-lines.ts";
import type { SourceFile } from "../input/source-files.ts";
import type { Beginning } from "../look.ts";
import { cutWarning, lineWarning, readingOf, wholeText } from "../reading-json.ts";
import { isoOf } from "../times.ts";
import { idAt, isRecord, listAt, textAt } from "../values.ts";

const FILES = /\.(?:jsonl?|csv)$/i;

/** AnythingLLM: its chat export as JSON, CSV or lines. The export has lost its threads. */
export const anythingllm: Importer = {
  source: "anythingllm",
  detect: async (look) => {
    if (await look.find(/\.json$/i, isRows)) return "json";
    if (await look.find(/\.json$/i, isTraining)) return "alpaca";
    if (await look.find(/\.csv$/i, ({ text }) => text.startsWith("id,workspace,prompt,response,sent_at")))
      return "csv";
    return (await look.find(/\.jsonl$/i, isPlain)) ? "jsonl" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => FILES.test(path))) {
      if (file.path.endsWith(".jsonl")) yield* readLines(file, reading);
      else yield* readRows(file, reading);
    }
  },
};

const isRows = ({ objects }: Beginning): boolean =>
  objects.some((each) => ["prompt", "response", "workspace", "sent_at"].every((key) => key in each));

/** Retrieved documents stand in its prompts. */
const isTraining = ({ objects, isArray }: Beginning): boolean =>
  isArray && objects.some((each) => ["instruction", "input", "output"].every((key) => key in each));

const isPlain = ({ lines }: Beginning): boolean => {
  const [first] = lines;
  const keys = Object.keys(first ?? {});
  return keys.length === 1 && listAt(first, "messages").some((each) => textAt(each, "role") !== "");
};

type Row = Record<string, unknown>;

async function* readRows(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  const talks = new Map<string, { readonly chain: Chain; readonly workspace: string }>();
  for await (const found of rowsOf(file, reading)) {
    if ("kind" in found && (found.kind === "warning" || found.kind === "skipped")) {
      yield found as Found;
      continue;
    }
    const row = found as Row;
    const workspace = textAt(row, "workspace") || "chat";
    const user = textAt(row, "username");
    const key = JSON.stringify([workspace, user]);
    const { chain } = talks.get(key) ?? { chain: new Chain() };
    talks.set(key, { chain, workspace });
    const time = isoOf(row.sent_at) ?? isoOfDate(textAt(row, "sent_at"));
    const id = idAt(row, "id") || String(chain.nodes.length);
    chain.add(`${id}/prompt`, time, [{ type: "text", role: "user", text: textAt(row, "prompt") }]);
    const response = textAt(row, "response");
    if (response !== "")
      chain.add(`${id}/response`, time, [{ type: "text", role: "assistant", text: response }]);
  }
  for (const { chain, workspace } of talks.values())
    yield chainedSession(file, chain, { sourceId: workspace, title: workspace });
}

async function* rowsOf(file: SourceFile, reading: Reading): AsyncGenerator<Found | Row> {
  if (/\.csv$/i.test(file.path)) {
    const read = await wholeText(file, reading);
    for (const row of csvRecords(read?.text ?? "")) yield row;
    return;
  }
  for await (const element of jsonElements(readingOf(file, reading))) {
    if (element.kind !== "value") yield cutWarning(file.path, element);
    else if (isRecord(element.value)) {
      if ("instruction" in element.value && !("workspace" in element.value)) throw training();
      yield element.value;
    }
  }
}

const training = () =>
  new Failure(
    "import-unknown",
    "This is a training file, not conversations: retrieved documents stand in its prompts. Export the chats as JSON instead.",
  );

async function* readLines(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["messages"] })) {
    if (line.kind === "problem") {
      yield lineWarning(file.path, line);
      continue;
    }
    const chain = new Chain();
    for (const message of listAt(line.value, "messages")) {
      const role = textAt(message, "role");
      if (role !== "user" && role !== "assistant") continue;
      const texts = listAt(message, "content").map((each) => textAt(each, "text"));
      chain.add(null, null, [{ type: "text", role, text: texts.join("\n\n") || textAt(message, "content") }]);
    }
    const first = chain.nodes[0]?.id ?? "";
    yield chainedSession(file, chain, { sourceId: `line ${line.line} ${first}`, title: "" });
  }
}

/** `Wed Jul 08 2026 06:00:00 GMT+0000 (…)`, as JavaScript prints a date. */
const isoOfDate = (text: string): string | null => {
  const ms = /GMT[+-]\d{4}/.test(text) ? Date.parse(text.replace(/\s*\([^)]*\)\s*$/, "")) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};
