import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agent, at, begin, end, history, project, put } from "./test-history.ts";

beforeEach(begin);
afterEach(end);

describe("the list", () => {
  it("has the time and number of files, and can be filtered by a path or folder", async () => {
    await history.ensure(agent);
    put("a.md", "1");
    put("knowledge/b.md", "1");
    await history.checkpoint(agent, "both");
    put("knowledge/b.md", "2");
    await history.checkpoint(agent, "b");
    rmSync(at("a.md"));
    await history.checkpoint(agent, "a gone");
    const [latest] = await history.list(agent, null, 1);
    expect(latest).toMatchObject({ files: 1, at: expect.stringMatching(/^2026-09-/) });
    const of = async (path: string) => (await history.list(agent, path, 100)).map(({ message }) => message);
    expect(await of("a.md")).toEqual(["checkpoint: a gone", "checkpoint: both"]);
    expect(await of("knowledge")).toEqual(["checkpoint: b", "checkpoint: both"]);
    expect(await of("/knowledge/b.md")).toEqual(["checkpoint: b", "checkpoint: both"]);
    expect(await of("nowhere")).toEqual([]);
    await expect(of("../x")).rejects.toMatchObject({ code: "path-traversal" });
  });

  it("refuses an agent without a history", async () => {
    const off = { ...agent, workspaceGit: { enabled: false } };
    await expect(history.list(off, null, 1)).rejects.toMatchObject({ code: "history-disabled" });
    expect(await history.listShown(off, null, 1)).toEqual({ enabled: false, commits: [] });
    expect(await history.commitSessionClose(off, "s")).toBeNull();
    expect(existsSync(join(project, ".satchel"))).toBe(false);
  });
});

describe("a difference", () => {
  it("shows added, changed, removed, renamed and binary files, between commits and up to now", async () => {
    put("changed.md", "one\r\n");
    put("removed.md", "gone");
    put("old name.md", "same");
    put("image.png", new Uint8Array([1, 0, 2]));
    await history.ensure(agent);
    const [from] = await history.list(agent, null, 1);
    put("changed.md", "two\r\n");
    rmSync(at("removed.md"));
    renameSync(at("old name.md"), at("new name.md"));
    put("image.png", new Uint8Array([1, 0, 3]));
    const expected = [
      { path: "changed.md", kind: "changed", binary: false, before: "one\r\n", after: "two\r\n" },
      { path: "image.png", kind: "changed", binary: true, before: null, after: null },
      { path: "new name.md", kind: "added", binary: false, before: null, after: "same" },
      { path: "old name.md", kind: "removed", binary: false, before: "same", after: null },
      { path: "removed.md", kind: "removed", binary: false, before: "gone", after: null },
    ].map((file) => ({ ...file, leftOut: false }));
    expect(await history.diff(agent, from!.id, null, null)).toEqual(expected);
    const to = await history.checkpoint(agent);
    expect(await history.diff(agent, from!.id, to, null)).toEqual(expected);
    expect(await history.diff(agent, from!.id, to, "changed.md")).toEqual(expected.slice(0, 1));
    expect(await history.diff(agent, to!, null, null)).toEqual([]);
  });

  it("has at most 8 million characters at once, and every file when it is requested on its own", async () => {
    await history.ensure(agent);
    const [first] = await history.list(agent, null, 1);
    for (let n = 0; n < 10; n++) put(`large/${n}.md`, `${n}`.repeat(1024 * 1024));
    const files = await history.diff(agent, first?.id ?? "", null, null);
    expect(files.map(({ leftOut }) => leftOut)).toEqual([...Array(8).fill(false), true, true]);
    expect(files[9]).toEqual({
      path: "large/9.md",
      kind: "added",
      binary: false,
      before: null,
      after: null,
      leftOut: true,
    });
    const [alone] = await history.diff(agent, first?.id ?? "", null, "large/9.md");
    expect(alone?.after).toHaveLength(1024 * 1024);
  });

  it("is refused for a commit that does not exist", async () => {
    await history.ensure(agent);
    for (const commit of ["0".repeat(40), "HEAD", "../../etc", ""]) {
      await expect(history.diff(agent, commit, null, null)).rejects.toMatchObject({
        code: "commit-not-found",
      });
      await expect(history.restore(agent, commit, null)).rejects.toMatchObject({ code: "commit-not-found" });
    }
  });
});
