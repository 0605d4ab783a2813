import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put } from "./workspace/test-workspace.ts";

/** A project whose files are made to overflow a stack, hold the thread or break a parser. */
let project: string;
let core: Core;
let client: Client;
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), "satchel-hostile-"));
  project = join(home, "project");
  put(project, {
    "workspace/AGENTS.md": "Answer briefly.",
    "workspace/NOTES.md": "<!-- tags: a -->\nBread.",
  });
  core = createCore(testPorts(), { userData: join(home, "data"), resources: "resources" });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
});
afterEach(() => core.close());

const open = () => client.call("project.open", { folder: project });
const preview = async () => (await client.call("context.preview", { message: "Hello" })).messages ?? [];

it("opens a project whose template nests as deep as agents.yaml allows", async () => {
  const depth = 3000;
  const template = `${"{{#if domain}}".repeat(depth)}deep${"{{/if}}".repeat(depth)}`;
  put(project, {
    "agents.yaml": `agents:\n  - id: main\n    domain: x\n    systemPromptTemplate: "${template}"\n`,
  });
  await open();
  expect(JSON.stringify(await preview())).toContain("Answer briefly.");
});

it("reads a conversation whose summaries are chained without end", async () => {
  const sessions = "workspace/agents/main/sessions";
  const count = 20_000;
  const first = {
    type: "message",
    id: "u0",
    parentId: null,
    timestamp: "2026-11-16T10:00:00.000Z",
    role: "user",
    content: "Hi",
  };
  const chain = Array.from({ length: count }, (_, n) => ({
    type: "summary",
    id: `s${n}`,
    parentId: n === 0 ? "u0" : `s${n - 1}`,
    timestamp: "2026-11-16T10:00:00.000Z",
    content: "x",
  }));
  put(project, {
    [`${sessions}/sessions.json`]: JSON.stringify({
      sessions: { demo: { summary: "x", updatedAt: "2026-11-16T10:00:00.000Z" } },
      version: 1,
    }),
    [`${sessions}/satchel.json`]: JSON.stringify({
      sessions: { demo: { kind: "main", title: "x" } },
      version: 1,
    }),
    [`${sessions}/demo.log.jsonl`]: [first, ...chain].map((entry) => `${JSON.stringify(entry)}\n`).join(""),
    [`${sessions}/demo.jsonl`]: `${JSON.stringify(first)}\n`,
  });
  await open();
  const { entries } = await client.call("sessions.read", { session: "demo" });
  expect(entries[0]).toMatchObject({ id: "u0" });
});

/** Changes the database as a stranger could have before the folder was given away. */
const tamper = async (change: (db: Database.Database) => void) => {
  await open();
  await client.call("workspace.files", {});
  await client.call("project.close", {});
  const db = new Database(join(project, ".satchel", "index.db"));
  change(db);
  db.close();
};

it("opens a project whose index holds tags that are not JSON", async () => {
  await tamper((db) => db.exec("update workspace_files set tags = '{not json'"));
  await open();
  expect(JSON.stringify(await preview())).toContain("Bread.");
});

it("reads no file outside the folder because the index says that a note is there", async () => {
  const secret = join(project, "..", "secret.md");
  writeFileSync(secret, "PRECIOUS");
  const { size, mtimeMs } = statSync(secret);
  await tamper((db) =>
    db
      .prepare("update workspace_file_facts set real_path = '../secret.md', bytes = ?, modified_ms = ?")
      .run(size, mtimeMs),
  );
  const opening = open();
  const early = Promise.all([opening, preview(), client.call("workspace.search", { query: "PRECIOUS" })]);
  expect(JSON.stringify(await early.catch(String))).not.toContain('PRECIOUS"');
  await opening;
  const { messages, manifest } = await client.call("context.preview", { message: "Hello" });
  expect(JSON.stringify([messages, manifest])).not.toContain("PRECIOUS");
  expect(JSON.stringify(messages)).toContain("Answer briefly.");
});

it("does not run a trigger or a view that came with the database", async () => {
  const endless = "with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c";
  await tamper((db) => {
    db.exec(`create trigger evil after insert on memories begin select (${endless}); end`);
    db.exec(`create view evil_view as ${endless}`);
  });
  await open();
  await client.call("memory.add", { text: "Bread is good." });
  expect((await client.call("memory.search", { query: "bread" })).hits.length).toBeGreaterThan(0);
}, 40_000);

const lines = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n)).join("\n");
const skill = (front: string) => `---\nname: slow\ndescription: Slow.\n${front}\n---\nBody.`;

/** Each held the main thread for seconds, minutes or for good. */
const slow: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    "a pattern of forty stars for tools",
    { "agents.yaml": `agents:\n  - id: main\n    allowedTools: ["${"*".repeat(40)}!"]\n` },
  ],
  [
    "an ignore rule of stars and slashes over a deep folder",
    { ".gitignore": `${"**/a/".repeat(9)}**/b\n`, [`${"a/".repeat(38)}x.md`]: "x" },
  ],
  ["an ignore file of 20 MB", { ".gitignore": "abc\n".repeat(5_000_000) }],
  ["an ignore file of 100,000 rules", { "workspace/.gitignore": lines(100_000, (n) => `r${n}*`) }],
  ["200,000 comments at the top of a file", { "workspace/N.md": "<!-- priority: 1 -->\n".repeat(200_000) }],
  ["a skill with 20,000 keys", { "workspace/skills/a/SKILL.md": skill(lines(20_000, (n) => `k${n}: 1`)) }],
  [
    "a skill with 30,000 anchors",
    { "workspace/skills/a/SKILL.md": skill(lines(30_000, (n) => `k${n}: &a${n} 1`)) },
  ],
  ["30,000 agents", { "agents.yaml": `agents:\n${lines(30_000, (n) => `  - id: a${n}`)}\n` }],
  ["an agents.yaml of a million brackets", { "agents.yaml": "[".repeat(1_000_000) }],
  ["an agents.yaml of 60,000 brackets", { "agents.yaml": "[".repeat(60_000) }],
  ["an agents.yaml of 60,000 keys", { "agents.yaml": lines(60_000, (n) => `k${n}: 1`) }],
  ["an agents.yaml of 30,000 syntax errors", { "agents.yaml": `agents:\n${"}\n".repeat(30_000)}` }],
  [
    "four Markdown files of 5 MB",
    Object.fromEntries(
      [1, 2, 3, 4].map((n) => [
        `workspace/LONG${n}.md`,
        lines(78_000, (line) => `line ${line} of file number ${n} has some words in it for all`),
      ]),
    ),
  ],
];

it.each(slow)("answers every call in a folder with %s", { timeout: 60_000 }, async (_, files) => {
  put(project, files);
  await open();
  await client.call("project.info", {});
  expect(JSON.stringify(await preview())).toContain("Answer briefly.");
  expect((await client.call("workspace.search", { query: "Bread" })).hits).toHaveLength(1);
});

it.each(["%25".repeat(130_000), "a/".repeat(500_000), "%2e%2e%2f".repeat(60_000)])(
  "refuses a path of hundreds of thousands of characters at once",
  async (path) => {
    await open();
    await expect(client.call("workspace.read", { path })).rejects.toMatchObject({ code: "name-too-long" });
  },
);
