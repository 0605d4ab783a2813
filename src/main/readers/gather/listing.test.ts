import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Xray as Report } from "#shared/contract/readers.ts";
import { createTokenCounter } from "../../tokens/token-counter.ts";
import { noteText } from "#shared/model/xray-note-text.ts";
import { Xray } from "../xray.ts";
import type { Bounds } from "./bounds.ts";
import { Listing } from "./listing.ts";

const counter = createTokenCounter({ ranks: "resources/ranks" });
afterAll(() => counter.close());

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-listing-")));
const put = (folder: string, path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const listingOf = (folder: string, bounds: Partial<Bounds> = {}, home = temp(), outside = false) =>
  new Listing({ folder, home, mayLookOutside: () => outside, bounds });
const look = (listing: Listing): Promise<Report> =>
  new Xray(listing, counter, () => "o200k_base").look({ cwd: "", touched: [], drafts: [], again: false });
const pathsOf = ({ files }: Report) => files.map(({ path }) => path);

it("ends at link loops and never leaves the folder by a link", async () => {
  const folder = temp();
  const other = temp();
  put(other, "secret/AGENTS.md", "secret\n");
  put(folder, "a/AGENTS.md", "inside\n");
  symlinkSync(folder, join(folder, "a", "loop"));
  symlinkSync(join(folder, "a"), join(folder, "b"));
  symlinkSync(join(other, "secret"), join(folder, "out"));
  symlinkSync(join(other, "secret/AGENTS.md"), join(folder, "CLAUDE.md"));
  symlinkSync("a/AGENTS.md", join(folder, "GEMINI.md"));
  const report = await look(listingOf(folder));
  expect(pathsOf(report).sort()).toEqual(["GEMINI.md", expect.stringMatching(/^[ab]\/AGENTS\.md$/)]);
});

it("reads the beginning of a file of 1 GB, and says so", async () => {
  const folder = temp();
  put(folder, "AGENTS.md", "# Rules\n");
  truncateSync(join(folder, "AGENTS.md"), 1024 ** 3);
  const before = process.memoryUsage().rss;
  const report = await look(listingOf(folder));
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  expect(report.files[0]).toMatchObject({ bytes: 1024 ** 3, tokens: null });
  expect(report.columns[0]?.cells[0]).toMatchObject({ cut: { at: 32_768 } });
  expect(report.notes.map(noteText)[0]).toContain("only the first 1,048,576 were looked at");
});

it("stops at its limits with a sentence: entries, files and depth", async () => {
  const folder = temp();
  for (let index = 0; index < 60; index += 1) put(folder, `.cursor/rules/r${index}.mdc`, "rule\n");
  put(folder, `${"d/".repeat(30)}AGENTS.md`, "deep\n");
  const notes = async (bounds: Partial<Bounds>) =>
    (await look(listingOf(folder, bounds))).notes.map(noteText);
  expect(await notes({})).toEqual([]);
  expect((await notes({ maxEntries: 20 }))[0]).toContain("too many entries");
  expect((await notes({ maxFiles: 10 }))[0]).toContain("too many instruction files");
  expect((await notes({ maxDepth: 5 }))[0]).toContain("nested too deep");
  expect((await notes({ maxAllTextBytes: 100 }))[0]).toContain("files were not read");
});

it("answers for 100,000 rule files with the limits it has", async () => {
  const folder = temp();
  mkdirSync(join(folder, ".claude/rules"), { recursive: true });
  for (let index = 0; index < 100_000; index += 1)
    writeFileSync(join(folder, `.claude/rules/${index}.md`), "");
  const report = await look(listingOf(folder));
  expect(report.notes.map(({ kind }) => kind)).toContain("stopped");
  expect(report.files.length).toBeLessThanOrEqual(2_000);
  expect(readdirSync(folder)).toEqual([".claude"]);
}, 120_000);

it("ends at import cycles and globs that explode", async () => {
  const folder = temp();
  put(folder, "CLAUDE.md", "@a.md\n");
  put(folder, "a.md", "@b.md @a.md\n");
  put(folder, "b.md", "@a.md @CLAUDE.md\n");
  const braces = "{a,b}".repeat(40);
  put(folder, ".claude/rules/glob.md", `---\npaths:\n  - "${braces}/**/${"*".repeat(200)}"\n---\nrule\n`);
  const report = await new Xray(listingOf(folder), counter, () => "o200k_base").look({
    cwd: "",
    touched: [`${"a".repeat(60)}/x.ts`],
    drafts: [],
    again: false,
  });
  const claude = report.columns.find(({ reader }) => reader === "claude-code");
  expect(
    claude?.cells.filter(({ how }) => how === "always").map(({ file }) => report.files[file]?.path),
  ).toEqual(["CLAUDE.md", "a.md", "b.md"]);
  expect(claude?.cells.find(({ how }) => how === "conditional")).toMatchObject({ met: false });
});

it("reads only what changed after the first look", async () => {
  const folder = temp();
  for (let index = 0; index < 50; index += 1) put(folder, `p${index}/AGENTS.md`, `rules ${index}\n`);
  const listing = listingOf(folder);
  await look(listing);
  expect(listing.readCount).toBe(50);
  put(folder, "p7/AGENTS.md", "other rules\n");
  listing.changed(["p7/AGENTS.md"]);
  const report = await look(listing);
  expect(listing.readCount).toBe(1);
  expect(report.files.find(({ path }) => path === "p7/AGENTS.md")?.bytes).toBe("other rules\n".length);
  listing.forget();
  await look(listing);
  expect(listing.readCount).toBe(0);
});

it("notices in turn what no watcher reports, some files at each look", async () => {
  const folder = temp();
  const names = Array.from({ length: 25 }, (_, index) => `p${index}/AGENTS.md`);
  for (const name of names) put(folder, name, "rules\n");
  const listing = listingOf(folder, { verifyMs: 0, maxVerified: 10 });
  await look(listing);
  for (const name of names) put(folder, name, "other rules\n");
  const read: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await look(listing);
    read.push(listing.readCount);
  }
  expect(read).toEqual([10, 10, 5, 0]);
  const { files } = await look(listing);
  expect(files.every(({ bytes }) => bytes === "other rules\n".length)).toBe(true);
});

it("reads the home folder and the folders above only when it may", async () => {
  const home = temp();
  put(home, ".codex/AGENTS.md", "personal\n");
  put(home, "code/CLAUDE.md", "above\n");
  put(home, "code/p/AGENTS.md", "project\n");
  const folder = join(home, "code/p");
  expect(pathsOf(await look(listingOf(folder, {}, home)))).toEqual(["AGENTS.md"]);
  expect(pathsOf(await look(listingOf(folder, {}, home, true))).sort()).toEqual([
    "AGENTS.md",
    "~/.codex/AGENTS.md",
    "~/code/CLAUDE.md",
  ]);
});
