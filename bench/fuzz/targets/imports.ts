import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sessionEntry } from "../../../src/shared/model/session-entry.ts";
import type { Importer } from "../../../src/main/importers/importer.ts";
import { importers } from "../../../src/main/importers/importers.ts";
import { memoryFile, type SourceFiles } from "../../../src/main/importers/input/source-files.ts";
import { type Bytes, listZip } from "../../../src/main/importers/input/zip-archive.ts";
import { detectSource, readSource } from "../../../src/main/importers/read-source.ts";
import { Failure } from "../../../src/shared/contract/failure.ts";
import { promise, type Target } from "../target.ts";

const samples = resolve(import.meta.dirname, "../../../src/main/importers/samples");
const sample = (path: string): string => readFileSync(join(samples, path), "utf8");
const latinSample = (path: string): string => readFileSync(join(samples, path), "latin1");

const asSource = (path: string, content: Buffer): SourceFiles => ({
  name: path,
  kind: "file",
  files: [{ ...memoryFile(path, () => content, "2026-01-01T00:00:00.000Z"), size: content.length }],
  folders: new Set(),
  refused: [],
  onDisk: [],
});

/** Whatever is read can be stored, and has no half characters. */
const readAll = async (input: SourceFiles, importer: Importer): Promise<void> => {
  try {
    for await (const taken of readSource(input, importer)) {
      if (taken.kind === "session") {
        const { log, context } = taken.built.session;
        promise(
          log.every((entry) => sessionEntry.safeParse(entry).success),
          "an entry cannot be stored",
        );
        const ids = new Set(log.map(({ id }) => id));
        promise(ids.size === log.length, "two entries have the same id");
        promise(
          context.every(({ id }) => ids.has(id)),
          "what the model sees is not in the log",
        );
        promise(JSON.stringify(log).isWellFormed(), "a text has half a character");
      } else if (taken.kind === "document")
        promise(
          /^(?:knowledge|subagents)\//.test(taken.path) && !taken.path.includes(".."),
          `a document at ${taken.path}`,
        );
      else if (taken.kind === "memory") promise(!taken.text.includes("\n"), "a memory of several lines");
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
};

/** Importers that are tried on one input, besides the one it is recognised by. */
const TRIED = 5;

/** As the program that it is recognised as, and as some others: each gets its turn. */
const asAny = (name: string) => async (text: string) => {
  const input = asSource(name, Buffer.from(text));
  const detected = await detectSource(input);
  if (detected) await readAll(input, detected.importer);
  for (let n = 0; n < TRIED; n += 1) {
    const importer = importers[(text.length + n * TRIED) % importers.length];
    if (importer) await readAll(input, importer);
  }
};

const KEYS = [
  '"mapping":{',
  '"chat_messages":[',
  '"messages":[',
  '"parent":',
  '"children":[',
  '"content":',
  '"parts":[',
  '"id":',
  '"history":{"messages":{',
  '"info":{',
  '"versions":[',
  '"agents":[',
  '"blocks":[',
  '"entries":{',
  '"results":[',
  "null",
  "{",
  "}",
  "[",
  "]",
  ",",
  '"\\ud83d"',
];

const LINES = [
  '{"parentUuid":',
  '{"type":"session","version":3,"id":"s"}\n',
  '{"timestamp":"2026-05-04T06:00:00.000Z","type":"session_meta","payload":{"id":"s"}}\n',
  '{"type":"entity","name":"a","observations":["b"]}\n',
  '{"user_name":"a","character_name":"b"}\n',
  '"uuid":"a"',
  '"sessionId":"s"',
  '{"$rewindTo":"a"}\n',
  "\0",
  "\n",
  "{",
  "}",
];

const json: Target = {
  name: "import-json",
  words: KEYS,
  examples: [
    sample("chatgpt/damaged/conversations.json"),
    sample("claude-ai/damaged/conversations.json"),
    sample("open-webui/damaged.json"),
    sample("librechat/tree.json"),
    sample("letta/krume.af"),
    sample("sillytavern/characters/Krume.json"),
  ],
  run: asAny("export.json"),
};

const lines: Target = {
  name: "import-lines",
  words: LINES,
  examples: [
    sample("claude-code/projects/-home-fiction-bakery-site/2d298f08-3028-4dc0-8d71-e4ca583dcbd0.jsonl"),
    sample(
      "codex/sessions/2026/05/04/rollout-2026-05-04T06-00-00-e4ce24ad-7de7-4d5d-841b-54e9ee7ad7b2.jsonl",
    ),
    sample("openclaw/agents/main/sessions/8ef7bdcb-f3d5-48b4-8b66-f6c5fd499981.jsonl"),
    sample("gemini-cli/tmp/bakery/chats/session-2026-07-01T06-00-485f50f6.jsonl"),
    sample("mcp-memory/memory.jsonl"),
  ],
  run: asAny("chats/session-x.jsonl"),
};

const memories: Target = {
  name: "import-memories",
  words: ["- ", "* ", "1. ", "## ", "```", "[2026-01-01] - ", "§", "**a**", "\n", "  - ", "[[a]]", "---\n"],
  examples: [sample("pasted/dated.txt"), sample("pasted/bullets.md"), sample("hermes/memories/MEMORY.md")],
  run: asAny("memories.md"),
};

const table: Target = {
  name: "import-csv",
  words: ['"', '""', ",", "\n", "\r\n", "id,workspace,prompt,response,sent_at\n"],
  examples: [sample("anythingllm/chats.csv")],
  run: asAny("chats.csv"),
};

const inMemory = (bytes: Buffer): Bytes => ({
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
});

const archive: Target = {
  name: "import-archive",
  bytes: true,
  words: [
    "PK\x03\x04",
    "PK\x01\x02",
    "PK\x05\x06",
    "PK\x06\x06",
    "PK\x06\x07",
    "\0",
    "\xFF\xFF\xFF\xFF",
    "../x",
  ],
  examples: [latinSample("chatgpt/export.zip"), latinSample("claude-ai/parts/memories-000.zip")],
  run: async (text) => {
    const { files } = await listZip(inMemory(Buffer.from(text, "latin1")), "2026-01-01T00:00:00.000Z");
    let size = 0;
    for (const file of files) for await (const chunk of file.bytes()) size += chunk.length;
    promise(size < 300 * 1024 * 1024, "an archive became too large");
  },
};

const picture: Target = {
  name: "import-picture",
  bytes: true,
  words: ["tEXt", "chara\0", "ccv3\0", "IEND", "\0\0\0\0", "\xFF\xFF\xFF\xFF", "e30="],
  examples: [latinSample("sillytavern/characters/Krume.png")],
  run: async (text) => {
    const input = asSource("card.png", Buffer.from(text, "latin1"));
    for (const importer of importers.filter(({ source }) => source === "sillytavern"))
      await readAll(input, importer);
  },
};

/** Exports of other programs. */
export const importTargets: readonly Target[] = [json, lines, memories, table, archive, picture];
