import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agent, at, begin, end, history, messages, project, put, read, trashed } from "./test-history.ts";

beforeEach(begin);
afterEach(end);

describe("restoring", () => {
  it("restores the whole workspace, keeps uncommitted changes, and can itself be undone", async () => {
    put("kept.md", "old");
    put("dir/removed.md", "old");
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    put("kept.md", "new, not committed");
    rmSync(at("dir"), { recursive: true });
    put("later/added.md", "new");
    const result = await history.restore(agent, init!.id, null);
    expect(result.paths).toEqual(["dir/removed.md", "kept.md", "later/added.md"]);
    expect(read("kept.md")).toBe("old");
    expect(read("dir/removed.md")).toBe("old");
    expect(existsSync(at("later"))).toBe(false);
    expect(trashed).toEqual(["workspace/later/added.md"]);
    expect(await messages()).toEqual([
      `restore: ${init!.id.slice(0, 7)}`,
      "checkpoint: before restore",
      "workspace init",
    ]);

    const before = (await history.list(agent, null, 2))[1];
    await history.restore(agent, before!.id, null);
    expect(read("kept.md")).toBe("new, not committed");
    expect(read("later/added.md")).toBe("new");
    expect(existsSync(at("dir/removed.md"))).toBe(false);
  });

  it("restores one file and touches no other", async () => {
    put("a.md", "a1");
    put("b.md", "b1");
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    put("a.md", "a2");
    put("b.md", "b2");
    const result = await history.restore(agent, init!.id, "a.md");
    expect(result).toEqual({ commit: expect.any(String), paths: ["a.md"], change: expect.any(String) });
    expect([read("a.md"), read("b.md")]).toEqual(["a1", "b2"]);
    await expect(history.restore(agent, init!.id, "none.md")).rejects.toMatchObject({
      code: "not-in-commit",
    });
  });

  it("makes no commit when nothing changed", async () => {
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    expect(await history.restore(agent, init!.id, null)).toEqual({ commit: null, paths: [], change: null });
    expect(await messages()).toEqual(["workspace init"]);
  });

  it("moves a file that the history does not cover to the trash instead of overwriting it", async () => {
    put("grown.md", "small");
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    put("grown.md", "x".repeat(1024 * 1024 + 1));
    await history.restore(agent, init!.id, null);
    expect(read("grown.md")).toBe("small");
    expect(trashed).toEqual(["workspace/grown.md"]);
    expect(statSync(join(project, "trash", "1-grown.md")).size).toBe(1024 * 1024 + 1);
  });

  it("replaces a file by a folder and vice versa", async () => {
    put("thing", "a file");
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    rmSync(at("thing"));
    put("thing/inner.md", "a folder");
    await history.restore(agent, init!.id, null);
    expect(read("thing")).toBe("a file");
    const before = (await history.list(agent, null, 2))[1];
    await history.restore(agent, before!.id, null);
    expect(read("thing/inner.md")).toBe("a folder");
  });

  it("never writes through a link to a target outside the workspace", async () => {
    put("dir/a.md", "inside");
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    rmSync(at("dir"), { recursive: true });
    mkdirSync(join(project, "elsewhere"));
    symlinkSync(join(project, "elsewhere"), at("dir"));
    await expect(history.restore(agent, init!.id, null)).rejects.toMatchObject({ code: "outside-workspace" });
    expect(readdirSync(join(project, "elsewhere"))).toEqual([]);
  });
});
