import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { writeAtomic } from "../../base/write-atomic.ts";
import type { Client } from "#shared/contract/index.ts";
import { copyKinds } from "#shared/contract/memory-life.ts";
import { type Command, UsageError } from "./command.ts";
import { readFlags } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const memory: Command = {
  name: "memory",
  usage:
    "memory add TEXT | search QUERY | list | forget ID [--purge] | export [FILE] | import FILE  [--agent ID] [--limit N] [--json] [--project DIR] [--data DIR]",
  summary: "Add, find, list, forget, export and import memories.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      agent: { type: "string" },
      limit: { type: "string" },
      purge: { type: "boolean" },
      json: { type: "boolean" },
      ...projectFlags,
    });
    const [verb = "", ...words] = positionals;
    const action = actions[verb];
    if (!action) throw new UsageError(`Name an action: ${Object.keys(actions).join(", ")}.`);
    const limit = values.limit === undefined ? 20 : Number(values.limit);
    if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError("--limit takes a whole number.");
    const { agent, json = false, purge = false } = values;
    return withProject(values, terminal, async (client) => {
      await action(client, words, { agent, limit, json, purge }, terminal);
      return 0;
    });
  },
};

type Options = {
  readonly agent: string | undefined;
  readonly limit: number;
  readonly json: boolean;
  readonly purge: boolean;
};
type Action = (
  client: Client,
  words: readonly string[],
  options: Options,
  terminal: Terminal,
) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  add: async (client, words, { agent, json }, terminal) => {
    const added = await client.call("memory.add", { agent, text: given(words, "the text") });
    await terminal.out(json ? line(added) : `Noted in ${added.path}.\n`);
  },
  search: async (client, words, { agent, limit, json }, terminal) => {
    const answer = await client.call("memory.search", { agent, query: words.join(" "), limit });
    if (json) return terminal.out(line(answer));
    const hits = answer.hits.map(
      ({ id, tier, source, line: at, text, score, reason }) =>
        `${score.toFixed(4)}  ${id}  [${tier} · ${source}${at === null ? "" : `#${at}`}] ${oneLine(text)}\n        ${reason}\n`,
    );
    await terminal.out(hits.length === 0 ? "Nothing found.\n" : hits.join(""));
    if (answer.note) terminal.err(`${answer.note}\n`);
  },
  list: async (client, _words, { agent, limit, json }, terminal) => {
    const { memories } = await client.call("memory.list", { agent, limit });
    if (json) return terminal.out(line({ memories }));
    await terminal.out(
      memories
        .map(
          ({ id, tier, date, text }) => `${id}  ${tier.padEnd(10)}  ${date.slice(0, 10)}  ${oneLine(text)}\n`,
        )
        .join(""),
    );
  },
  forget: async (client, words, { agent, json, purge }, terminal) => {
    const done = await client.call("memory.forget", { agent, id: given(words, "the id") });
    const purged = purge
      ? (await client.call("memory.purge", { forgotten: done.forgotten, kinds: [...copyKinds] })).purged
      : [];
    if (json) return terminal.out(line({ ...done, purged }));
    const left = purge ? [] : done.copies.map(({ kind, place, count }) => `  ${kind}: ${place} (${count})\n`);
    const more = left.length > 0 ? `Copies are left; forget with --purge takes them away, too:\n` : "";
    const kept = done.versions === 0 ? "" : `Also taken out of kept versions of files: ${done.versions}.\n`;
    await terminal.out(`Forgotten.\n${kept}${more}${left.join("")}`);
  },
  export: async (client, words, _options, terminal) => {
    const { text } = await client.call("memory.export", {});
    if (words[0] === undefined) return terminal.out(text);
    await writeAtomic(resolve(words[0]), text);
    terminal.err(`Exported to ${words[0]}.\n`);
  },
  import: async (client, words, { json }, terminal) => {
    const path = given(words, "the file");
    const text = await readFile(resolve(path), "utf8").catch(() => {
      throw new UsageError(`The file ${path} does not exist.`);
    });
    const done = await client.call("memory.import", { text });
    if (json) return terminal.out(line(done));
    const broken = done.broken.map(({ line: at, reason }) => `  line ${at}: ${reason}\n`).join("");
    await terminal.out(`Imported ${done.files} files and ${done.rows} rows.\n${broken}`);
  },
};

const given = (words: readonly string[], what: string): string => {
  if (words.length === 0) throw new UsageError(`Missing argument: ${what}.`);
  return words.join(" ");
};
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 160);
