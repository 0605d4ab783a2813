import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openStore } from "../../store/open-store.ts";

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-memory-")));
const main = join(import.meta.dirname, "main.ts");
let project: string;

beforeEach(() => {
  project = temp();
  mkdirSync(join(project, "workspace/memory"), { recursive: true });
  writeFileSync(join(project, "workspace/AGENTS.md"), "Work.");
  writeFileSync(join(project, "workspace/MEMORY.md"), "# Memory\n\n- Fenwick Mill delivers on Tuesdays.\n");
});

/** Runs as a real process without a network: everything it needs is on the machine. */
const satchel = (...args: string[]) =>
  new Promise<{ status: number | null; out: string; err: string }>((done) => {
    const nowhere = "http://127.0.0.1:9";
    const child = spawn(process.execPath, [main, ...args, "--project", project], {
      cwd: temp(),
      env: { ...process.env, SATCHEL_DATA: temp(), HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("close", (status) => done({ status, out, err }));
  });
const json = async <T>(...args: string[]): Promise<T> => {
  const { status, out, err } = await satchel(...args, "--json");
  expect({ status, err: status === 0 ? "" : err }).toEqual({ status: 0, err: "" });
  return JSON.parse(out) as T;
};
type Listed = { memories: { id: string; text: string; tier: string }[] };
const daily = () =>
  readdirSync(join(project, "workspace/memory"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(project, "workspace/memory", name), "utf8"))
    .join("");

it("adds, searches, lists and forgets", async () => {
  const added = await satchel("memory", "add", "The", "oven", "is", "new.");
  expect(added.out).toMatch(/^Noted in workspace\/memory\/\d{4}-\d{2}-\d{2}\.md\.\n$/);
  expect(daily()).toBe("- The oven is new.\n");

  const found = await satchel("memory", "search", "who delivers?");
  expect(found.status).toBe(0);
  expect(found.out).toMatch(
    /^\d\.\d{4} {2}[0-9a-f]{20} {2}\[curated · workspace\/MEMORY\.md#3\] Fenwick Mill delivers on Tuesdays\.\n {8}Number 1 by its words/,
  );
  expect((await satchel("memory", "search", "zeppelin")).out).toBe("Nothing found.\n");

  const { memories } = await json<Listed>("memory", "list");
  expect(memories.map(({ text }) => text).sort()).toEqual([
    "Fenwick Mill delivers on Tuesdays.",
    "The oven is new.",
  ]);
  expect((await satchel("memory", "list", "--limit", "1")).out.split("\n")).toHaveLength(2);

  const id = memories.find(({ tier }) => tier === "daily")?.id ?? "";
  expect(await satchel("memory", "forget", id)).toMatchObject({
    status: 0,
    out: "Forgotten.\nAlso taken out of kept versions of files: 1.\n",
  });
  expect(daily()).toBe("");
  expect((await json<Listed>("memory", "list")).memories).toHaveLength(1);
}, 120_000);

it("lists the copies of what it forgets, and removes them with --purge", async () => {
  const path = join(project, "workspace/MEMORY.md");
  writeFileSync(path, "- The key is under the mat.\n");
  await satchel("memory", "add", "The key is under the mat.");
  const { memories } = await json<Listed>("memory", "list");
  const id = memories.find(({ tier }) => tier === "daily")?.id ?? "";
  const { out } = await satchel("memory", "forget", id, "--purge");
  expect(out).toBe("Forgotten.\nAlso taken out of kept versions of files: 1.\n");
  expect(readFileSync(path, "utf8")).toBe("- [forgotten]\n");
}, 60_000);

it("exports to a file, and imports it into a different project", async () => {
  await satchel("memory", "add", "The oven is new.");
  const file = join(temp(), "memory.jsonl");
  expect((await satchel("memory", "export", file)).status).toBe(0);
  const { out } = await satchel("memory", "export");
  const withoutTime = (text: string) => text.split("\n").slice(1);
  expect(withoutTime(out)).toEqual(withoutTime(readFileSync(file, "utf8")));
  const before = daily();
  writeFileSync(file, `${readFileSync(file, "utf8")}{ broken\n`);

  project = temp();
  mkdirSync(join(project, "workspace"));
  writeFileSync(join(project, "workspace/AGENTS.md"), "Work.");
  const imported = await satchel("memory", "import", file);
  expect(imported.status).toBe(0);
  expect(imported.out).toMatch(/^Imported 2 files and \d+ rows\.\n {2}line \d+: This line is neither/);
  expect(daily()).toBe(before);
  expect((await satchel("memory", "search", "oven")).out).toContain("The oven is new.");
}, 120_000);

it.each([
  [["memory", "dance"], "Name an action: add, search, list, forget, export, import."],
  [["memory", "add"], "Missing argument: the text."],
  [["memory", "list", "--limit", "many"], "--limit takes a whole number."],
  [["dream", "now"], '"now" is not expected here.'],
])("calls %j wrong usage and ends with 2", async (args, sentence) => {
  const ran = await satchel(...args);
  expect(ran).toMatchObject({ status: 2, out: "" });
  expect(ran.err.split("\n")[0]).toBe(sentence);
});

it("reports an unknown id, and a file that is not an export, as JSON with the reason", async () => {
  const ran = await satchel("memory", "forget", "nobody");
  expect(ran).toMatchObject({ status: 1, out: "" });
  expect(JSON.parse(ran.err)).toMatchObject({ code: "memory-not-found" });
  const file = join(temp(), "no.jsonl");
  writeFileSync(file, "hello\n");
  const imported = await satchel("memory", "import", file);
  expect(JSON.parse(imported.err)).toMatchObject({ code: "not-an-export" });
}, 60_000);

it("shows what a dream would do, and does it with --apply", async () => {
  expect((await satchel("dream")).out).toBe("Nothing was recalled yet, so there is nothing to dream of.\n");
  await satchel("memory", "add", "Rye on Fridays.");
  const { memories } = await json<Listed>("memory", "list");
  const id = memories.find(({ tier }) => tier === "daily")?.id ?? "";
  const store = openStore(join(project, ".satchel/index.db"));
  const insert = store.db.prepare(
    "insert into recall_events (agent, memory, query, score, at) values ('main', ?, ?, 1, ?)",
  );
  for (const query of ["one", "two", "three"]) insert.run(id, query, new Date().toISOString());
  store.close();

  const shown = await satchel("dream");
  expect(shown.out).toMatch(
    /^\+ 0\.73 {2}Rye on Fridays\.\n {8}Recalled 3 times for 3 questions on one day;/,
  );
  expect(shown.out).toContain("1 of 1 would be promoted. Run with --apply to do it.");
  expect(existsSync(join(project, "workspace/DREAMS.md"))).toBe(false);

  const swept = await satchel("dream", "--apply");
  expect(swept.out).toBe("+ Rye on Fridays.\nPromoted 1 of 1; 0 were before.\n");
  expect(readFileSync(join(project, "workspace/MEMORY.md"), "utf8")).toMatch(
    /\n\n## Dreamed [\d-]+ [\d:]+ UTC\n\n- Rye on Fridays\. _\(score=0\.73, hits=3, days=1\)_\n$/,
  );
  expect((await satchel("dream", "--apply")).out).toBe("Promoted 0 of 1; 1 were before.\n");
}, 120_000);

it("finds by meaning in a copy of the sample, without a network", async () => {
  project = join(temp(), "bakery");
  cpSync(join(import.meta.dirname, "../../../../resources/templates/bakery"), project, { recursive: true });
  await satchel("memory", "add", "Ada was ill.");
  type Answer = { hits: { text: string }[]; lists: string[]; note: string | null };
  const search = () => json<Answer>("memory", "search", "when was my colleague sick?");
  // On a slow machine one command does not finish embedding; the next one continues.
  let answer = await search();
  for (let n = 0; n < 5 && answer.note !== null; n += 1) answer = await search();
  expect(answer).toMatchObject({ note: null, lists: ["keyword", "vector", "graph"] });
  // The sample's own files are found too, and one of them contains the word "sick".
  expect(answer.hits.slice(0, 3).map(({ text }) => text)).toContain("Ada was ill.");
}, 120_000);
