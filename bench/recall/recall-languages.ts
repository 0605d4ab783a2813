import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import type { Embedder } from "../../src/main/embeddings/embedder.ts";
import { type Fusion, fusions } from "../../src/main/memory/recall/recall-settings.ts";
import { type Figures, figuresOf, mean } from "./figures.ts";
import { openBenchMemory } from "./open-bench-memory.ts";
import { sourcesOfNotes } from "./recall-notes.ts";

/** By language: notes of one line each, and questions in other forms of their words. */
const languagesData = z.record(
  z.string(),
  z.object({
    lines: z.array(z.string()).min(1),
    queries: z.array(z.object({ q: z.string(), line: z.number().int().nonnegative() })).min(1),
  }),
);
export type LanguagesData = z.output<typeof languagesData>;

export const readLanguagesData = (file: string): LanguagesData =>
  languagesData.parse(JSON.parse(readFileSync(file, "utf8")));

const words: Fusion = { ...fusions.default, weights: { keyword: 1, vector: 0, graph: 0 } };

/**
 * All notes of all languages in one workspace. The peer is what SQLite finds by itself in the same lines, with the
 * tokenizer that our index has, for any of the words.
 */
export const languageTable = async (data: LanguagesData, embedder: Embedder): Promise<string> => {
  const files = Object.entries(data).map(([language, { lines }]) => ({
    path: `notes-${language.toLowerCase()}.md`,
    text: lines.map((line) => `- ${line}\n`).join(""),
  }));
  const bench = openBenchMemory(sourcesOfNotes({ files, queries: [] }), embedder);
  const plain = plainIndex(Object.values(data).flatMap(({ lines }) => lines));
  try {
    await bench.memory.start();
    await bench.memory.settled();
    const rows: string[] = [];
    for (const [language, { lines, queries }] of Object.entries(data)) {
      const [own, whole, peer]: [Figures[], Figures[], Figures[]] = [[], [], []];
      for (const { q, line } of queries) {
        const wanted = lines[line] ?? "";
        const ask = async (fusion: Fusion) => {
          const query = {
            query: q,
            workspace: "notes",
            agent: "main",
            limit: 30,
            preset: "general" as const,
          };
          return (await bench.memory.search({ ...query, fusion })).hits.map(({ text }) => text);
        };
        own.push(figureOf(await ask(words), wanted));
        whole.push(figureOf(await ask(fusions.default), wanted));
        peer.push(figureOf(plain.find(q), wanted));
      }
      const both = (figures: readonly Figures[]) => {
        const of = (name: keyof Figures) => (100 * mean(figures.map((each) => each[name]))).toFixed(0);
        return `${of("recall")} / ${of("ndcg")}`;
      };
      rows.push(`| ${language} | ${queries.length} | ${both(own)} | ${both(whole)} | ${both(peer)} |`);
    }
    return [
      "| | questions | words alone | default | peer: plain FTS5 |",
      "| --- | --- | --- | --- | --- |",
      ...rows,
    ].join("\n");
  } finally {
    plain.close();
    await bench.close();
  }
};

const figureOf = (texts: readonly string[], wanted: string): Figures => {
  const at = texts.findIndex((text) => text.includes(wanted));
  return figuresOf(at < 0 ? [] : [...Array.from({ length: at }, (_, index) => -1 - index), 0], [0]);
};

const plainIndex = (lines: readonly string[]) => {
  const db = new Database(":memory:");
  db.exec("create virtual table notes using fts5 (text, tokenize = 'porter unicode61')");
  const insert = db.prepare("insert into notes (text) values (?)");
  for (const line of lines) insert.run(line);
  const find = db
    .prepare<[string], string>("select text from notes where notes match ? order by rank limit 30")
    .pluck();
  return {
    find: (query: string): string[] => {
      const asked = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      return find.all(asked.map((word) => `"${word}"`).join(" OR "));
    },
    close: () => db.close(),
  };
};
