import { execFileSync } from "node:child_process";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { withRefused } from "../base/test-disk.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { closeCounter, openTestWorkspace, temporaryProject, type TestWorkspace } from "./test-workspace.ts";

const opened: TestWorkspace[] = [];
const open = (project: string) => {
  const test = openTestWorkspace(project);
  opened.push(test);
  return test.workspace;
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);
const files = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, "x"]));

describe("the tree", () => {
  it("lists files of the prompt first, files before folders, days newest first", async () => {
    const project = temporaryProject(
      files(
        "zebra/a.md",
        "README.md",
        "agents.yaml",
        "SOUL.md",
        "workspace/knowledge/KNOWLEDGE.md",
        "workspace/memory/2026-11-13.md",
        "workspace/memory/2026-11-14.md",
        "workspace/page10.md",
        "workspace/page9.md",
        "workspace/IDENTITY.md",
        "workspace/USER.md",
        "workspace/AGENTS.md",
      ),
    );
    const names = async (root: string, path = "") =>
      (await open(project).tree(root, path, false)).entries.map((entry) => entry.name);
    expect(await names("")).toEqual(["SOUL.md", "agents.yaml", "workspace", "README.md", "zebra"]);
    expect(await names("workspace")).toEqual([
      "AGENTS.md",
      "USER.md",
      "IDENTITY.md",
      "page9.md",
      "page10.md",
      "knowledge",
      "memory",
    ]);
    expect(await names("", "workspace/memory")).toEqual(["2026-11-14.md", "2026-11-13.md"]);
  });

  it("returns each file's role and its stored count", async () => {
    const project = temporaryProject({
      "SOUL.md": "be kind",
      "workspace/skills/bake/SKILL.md": "x",
      "src/a.ts": "x",
    });
    const workspace = open(project);
    workspace.start();
    await workspace.settled();
    const { entries } = await workspace.tree("", "", false);
    expect(entries.map(({ name, role, tokens }) => [name, role, tokens])).toEqual([
      ["SOUL.md", "soul", 2],
      ["workspace", "other", null],
      ["src", "other", null],
    ]);
    const [skill] = (await workspace.tree("workspace", "skills/bake", false)).entries;
    expect(skill).toMatchObject({ path: "skills/bake/SKILL.md", role: "skill", tokens: 1 });
  });

  it("omits what git ignores, and shows it marked on request", async () => {
    const project = temporaryProject({
      ".gitignore": "*.log\n/build\n",
      "a.log": "",
      "build/x.js": "",
      "b.md": "",
    });
    const tree = (showIgnored: boolean) => open(project).tree("", "", showIgnored);
    expect((await tree(false)).entries.map((entry) => entry.name)).toEqual([".gitignore", "b.md"]);
    const marked = (await tree(true)).entries.filter((entry) => entry.ignored);
    expect(marked.map((entry) => entry.name)).toEqual(["a.log", "build"]);
  });

  it("counts what a folder of more than 5,000 entries omits", async () => {
    const project = temporaryProject(
      files(...Array.from({ length: 5003 }, (_, n) => `workspace/many/${n}.md`)),
    );
    const { entries, leftOut } = await open(project).tree("workspace", "many", false);
    expect([entries.length, leftOut]).toEqual([5000, 3]);
  });

  it("fails with a code for a path that is not a folder", async () => {
    const workspace = open(temporaryProject({ "workspace/a.md": "x" }));
    await expect(workspace.tree("workspace", "a.md", false)).rejects.toMatchObject({ code: "not-a-folder" });
    await expect(workspace.tree("workspace", "b", false)).rejects.toMatchObject({ code: "not-found" });
    await expect(workspace.tree("workspace", "../", false)).rejects.toMatchObject({ code: "path-traversal" });
  });
});

describe("ignore rules", () => {
  it("agree with git on nested files, negations and excludes", () => {
    const project = temporaryProject({
      ".gitignore": "*.tmp\n/out/\nlogs/\n!keep.tmp\ndocs/*.pdf\n",
      "sub/.gitignore": "!special.tmp\nlocal\n",
      "sub/deep/.gitignore": "*\n!.gitignore\n!me.md\n",
    });
    execFileSync("git", ["init", "-q", project]);
    execFileSync("bash", ["-c", `echo secret.md >> '${project}/.git/info/exclude'`]);
    const paths = [
      "a.tmp",
      "keep.tmp",
      "out/x",
      "sub/out/x",
      "sub/logs/x",
      "sub/a.tmp",
      "sub/special.tmp",
      "sub/local",
      "sub/deep/x.md",
      "sub/deep/me.md",
      "docs/a.pdf",
      "docs/sub/a.pdf",
      "secret.md",
      "plain.md",
    ];
    const rules = new IgnoreRules(project, () => []);
    const run = () => {
      try {
        return execFileSync("git", ["check-ignore", "--no-index", ...paths], {
          cwd: project,
          encoding: "utf8",
        });
      } catch {
        return "";
      }
    };
    expect(paths.filter((path) => rules.ignoresDeep(path, false))).toEqual(run().trim().split("\n"));
  });

  it("do not apply inside a workspace from outside", () => {
    const project = temporaryProject({
      ".gitignore": "workspace/\n*.md\n",
      "workspace/.gitignore": "draft.md\n",
    });
    const rules = new IgnoreRules(project, () => ["workspace"]);
    expect(rules.ignoresDeep("workspace/AGENTS.md", false)).toBe(false);
    expect(rules.ignoresDeep("workspace/draft.md", false)).toBe(true);
    expect(rules.ignoresDeep("other.md", false)).toBe(true);
  });
});

const searched = () =>
  temporaryProject({
    ".gitignore": "ignored.md",
    "ignored.md": "needle",
    "a.md": "one\r\nA Needle and a needle\r\n",
    "b/c.txt": "a.b*c\nnothing",
    "binary.md": new Uint8Array([110, 101, 101, 100, 108, 101, 0]),
    ".satchel/x.md": "needle",
    "long.md": `${"x".repeat(5000)}needle${"y".repeat(5000)}`,
  });

describe("search", () => {
  const options = { root: "", query: "needle", caseSensitive: false, limit: 100 };

  it("finds literal text with line and column, and skips binary, ignored and private files", async () => {
    const { hits, files: found, truncated } = await open(searched()).search(options);
    expect(hits.map(({ path, line, column }) => [path, line, column])).toEqual([
      ["a.md", 2, 3],
      ["a.md", 2, 16],
      ["long.md", 1, 5001],
    ]);
    expect(hits[0]?.text).toBe("A Needle and a needle");
    expect(hits[2]?.text.length).toBeLessThan(300);
    expect(hits[2]?.text).toContain("needle");
    expect([found, truncated]).toEqual([2, false]);
  });

  it("matches case on request, treats the query as text, and stops at the limit", async () => {
    const workspace = open(searched());
    expect((await workspace.search({ ...options, caseSensitive: true })).hits).toHaveLength(2);
    expect((await workspace.search({ ...options, query: "a.b*c" })).hits).toMatchObject([
      { path: "b/c.txt" },
    ]);
    expect((await workspace.search({ ...options, query: ".*" })).hits).toEqual([]);
    expect(await workspace.search({ ...options, limit: 1 })).toMatchObject({
      truncated: true,
      hits: [{ line: 2 }],
    });
    expect((await workspace.search({ ...options, query: "" })).hits).toEqual([]);
  });

  it("shows the part around each hit of a line of megabytes", async () => {
    const project = temporaryProject({
      "workspace/long.md": `first\n${"needle in hay; ".repeat(300_000)}\nneedle\n`,
    });
    const { hits, truncated } = await open(project).search({
      root: "workspace",
      query: "NEEDLE",
      caseSensitive: false,
      limit: 1000,
    });
    expect(truncated).toBe(true);
    expect(hits).toHaveLength(1000);
    expect(hits.every(({ line }) => line === 2)).toBe(true);
    expect(hits.map(({ column }) => column)).toEqual(Array.from({ length: 1000 }, (_, n) => n * 15 + 1));
    expect(hits.every(({ text }) => text.length === 240)).toBe(true);
    expect(hits.every(({ text, at }) => text.slice(at).startsWith("needle"))).toBe(true);
  });

  it("says where a hit begins when the part around it begins inside a character of two units", async () => {
    const project = temporaryProject({ "workspace/long.md": `${"🎏".repeat(400)} needle` });
    const { hits } = await open(project).search({ ...options, query: "needle" });
    expect(hits.map(({ text, at }) => text.slice(at))).toEqual(["needle"]);
    expect(hits[0]?.text.startsWith("🎏")).toBe(true);
  });

  it.each(["EACCES", "EIO", "EMFILE"])("names what it could not read, because of %s", async (code) => {
    const workspace = open(searched());
    const refuses = (path: string) => path.endsWith("/a.md") || path.endsWith("/b");
    const { hits, unread } = await withRefused(code, refuses, () => workspace.search(options));
    expect(hits.map(({ path }) => path)).toEqual(["long.md"]);
    expect(unread).toEqual({ count: 2, paths: ["a.md", "b"] });
    expect((await workspace.search(options)).unread).toEqual({ count: 0, paths: [] });
    expect((await withRefused("ENOENT", refuses, () => workspace.search(options))).unread.count).toBe(0);
    const mentions = () => workspace.mentions("", "long.md", "longer.md");
    expect((await withRefused(code, refuses, mentions)).unread).toEqual({ count: 2, paths: ["a.md", "b"] });
  });

  it("names the first twenty of many, and counts all", async () => {
    const names = Array.from({ length: 30 }, (_, n) => `${n + 10}.md`);
    const project = temporaryProject(Object.fromEntries(names.map((name) => [name, "needle"])));
    const workspace = open(project);
    const refuses = (path: string) => path.endsWith(".md");
    const { unread } = await withRefused("EIO", refuses, () => workspace.search(options));
    expect(unread).toEqual({ count: 30, paths: names.slice(0, 20) });
  });

  it("stops when it is cancelled", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(open(searched()).search({ ...options, signal })).rejects.toThrow("enough");
  });
});
