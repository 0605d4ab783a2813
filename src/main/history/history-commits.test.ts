import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  agent,
  at,
  begin,
  commits,
  end,
  git,
  history,
  messages,
  openHistory,
  project,
  put,
  read,
  tracked,
} from "./test-history.ts";

beforeEach(begin);
afterEach(end);

describe("commits", () => {
  it("begin with an init that has .gitignore and .gitattributes, and write neither into the workspace", async () => {
    expect(await messages()).toEqual(["workspace init"]);
    expect(tracked()).toEqual([".gitattributes", ".gitignore", "AGENTS.md"]);
    expect(readdirSync(join(project, "workspace"))).toEqual(["AGENTS.md"]);
    git("fsck", "--strict");
  });

  it("have the messages that other programs rely on", async () => {
    await history.ensure(agent);
    put("a.md", "1");
    await history.checkpoint(agent);
    put("a.md", "2");
    await history.checkpoint(agent, "before the  big\nchange");
    put("a.md", "3");
    await history.commitSessionClose(agent, "s-1");
    put("a.md", "4");
    await history.commitDream(agent, 3);
    expect(await messages()).toEqual([
      "dream: 3 promotion(s)",
      "session-close: s-1",
      "checkpoint: before the big change",
      "checkpoint: manual",
      "workspace init",
    ]);
    expect(commits).toHaveLength(5);
    git("fsck", "--strict");
  });

  it("are not made when nothing changed", async () => {
    await history.ensure(agent);
    expect(await history.checkpoint(agent)).toBeNull();
    put("AGENTS.md", "# Agents\n");
    expect(await history.commitSessionClose(agent, "x")).toBeNull();
    expect(await history.commitDream(agent, 0)).toBeNull();
    expect(await messages()).toEqual(["workspace init"]);
  });

  it("omit large files, transcripts, sessions, ignored files, links and nested repositories", async () => {
    put("limit.bin", new Uint8Array(1024 * 1024));
    put("over.bin", new Uint8Array(1024 * 1024 + 1));
    put("transcripts/t.jsonl", "{}");
    put("agents/main/sessions/s.log.jsonl", "{}");
    put("agents/main/workspace/note.md", "kept");
    put("nested/.git/HEAD", "ref: refs/heads/main\n");
    put("nested/code.ts", "1");
    put(".gitignore", "*.secret\n");
    put("deep/.gitignore", "local\n");
    put("deep/local", "1");
    put("a.secret", "1");
    put(".satchel-tmp-0123456789abcdef", "half");
    symlinkSync("/etc/passwd", at("link.md"));
    await history.ensure(agent);
    expect(tracked()).toEqual([
      ".gitattributes",
      ".gitignore",
      "AGENTS.md",
      "agents/main/workspace/note.md",
      "deep/.gitignore",
      "limit.bin",
    ]);
    expect(read(".gitignore")).toBe("*.secret\n");
    expect(git("show", "HEAD:.gitignore")).toBe("*.secret\n");
  });

  it("keep every byte: CRLF, BOM, binary, names in any script, execute bits", async () => {
    const files: Record<string, Uint8Array> = {
      "crlf.md": Buffer.from("a\r\nb\r\n"),
      "bom.md": Buffer.from("\uFEFFtext"),
      "image.png": Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]),
      "知識/über cañón 🐙.md": Buffer.from("日本語"),
    };
    for (const [path, bytes] of Object.entries(files)) put(path, bytes);
    put("run.sh", "#!/bin/sh\n");
    chmodSync(at("run.sh"), 0o755);
    await history.ensure(agent);
    const [init] = await history.list(agent, null, 1);
    rmSync(join(project, "workspace"), { recursive: true });
    mkdirSync(join(project, "workspace"));
    await history.restore(agent, init!.id, null);
    for (const [path, bytes] of Object.entries(files)) expect(readFileSync(at(path))).toEqual(bytes);
    expect(statSync(at("run.sh")).mode & 0o111).not.toBe(0);
    expect(statSync(at("crlf.md")).mode & 0o111).toBe(0);
  });

  it("run one after the other when requested at once", async () => {
    await history.ensure(agent);
    const asked = Array.from({ length: 10 }, (_, n) => {
      put(`f${n}.md`, String(n));
      return history.checkpoint(agent, String(n));
    });
    const made = (await Promise.all(asked)).filter((commit) => commit !== null);
    const listed = await history.list(agent, null, 100);
    expect(
      listed
        .map(({ id }) => id)
        .slice(0, -1)
        .reverse(),
    ).toEqual(made);
    expect(tracked()).toHaveLength(13);
    git("fsck", "--strict");
  });

  it("of two open instances of the same project do not lose each other", async () => {
    const other = openHistory();
    await Promise.all([history.ensure(agent), other.ensure(agent)]);
    for (let n = 0; n < 5; n += 1) {
      put(`a${n}.md`, "a");
      const first = history.checkpoint(agent, `a${n}`);
      put(`b${n}.md`, "b");
      await Promise.all([first, other.checkpoint(agent, `b${n}`)]);
    }
    await other.close();
    expect(Number(git("rev-list", "--count", "HEAD"))).toBe(commits.length);
    expect(tracked()).toHaveLength(13);
  });
});
