import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { pathTo } from "./branches.ts";
import { loadSession } from "./load-session.ts";
import { sessionFiles, type SessionFiles } from "./session-folder.ts";

const timestamp = "2026-11-16T10:00:00.000Z";
const twelve: readonly SessionEntry[] = Array.from({ length: 12 }, (_, index) => ({
  type: "message",
  id: `m${index + 1}`,
  parentId: index === 0 ? null : `m${index}`,
  timestamp,
  role: index % 2 === 0 ? "user" : "assistant",
  content: `said ${index + 1}`,
}));
const ids = twelve.map(({ id }) => id);

let kept: SessionFiles;
let files: { readonly log: string; readonly context: string };
beforeEach(() => {
  const project = mkdtempSync(join(tmpdir(), "satchel-load-"));
  kept = sessionFiles(new KeptFolder(new KeptFiles(project), "sessions"), "s");
  mkdirSync(join(project, "sessions"));
  files = { log: join(project, kept.log.path), context: join(project, kept.context.path) };
  write(files.log, linesOf(twelve));
  write(files.context, linesOf(twelve));
});

const linesOf = (entries: readonly SessionEntry[]) => entries.map((entry) => JSON.stringify(entry));
/** As a careful program leaves them: the context is written last. */
const write = (path: string, lines: readonly string[]) => {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  const time = new Date(path === files.log ? 1_000_000 : 2_000_000);
  utimesSync(path, time, time);
};
const shown = async () => {
  const session = await loadSession("s", kept);
  const head = session.context.at(-1)?.id ?? "";
  return { ...session, shown: pathTo(session.log, head).map(({ id }) => id) };
};
const without = (line: number, instead?: string) =>
  linesOf(twelve).flatMap((text, index) => (index === line ? (instead ?? []) : text));

describe("a damaged log", () => {
  it("shows everything when the context has the broken line", async () => {
    write(files.log, without(6, '{"type":"mess'));
    const session = await shown();
    expect(session.shown).toEqual(ids);
    expect(session.broken).toMatchObject([{ file: "s.log.jsonl", line: 7 }]);
    expect(session.unlogged.map(({ id }) => id)).toEqual(["m7"]);
  });

  it("shows everything when its torn last line is lost", async () => {
    write(files.log, without(11, '{"type":"mess'));
    expect((await shown()).shown).toEqual(ids);
  });

  it("shows everything when it was deleted", async () => {
    rmSync(files.log);
    expect((await shown()).shown).toEqual(ids);
  });

  it("shows all other entries when both files lost a line, and reports that something is missing", async () => {
    write(files.log, without(6));
    write(files.context, without(6));
    const session = await shown();
    expect(session.shown).toEqual(ids.filter((id) => id !== "m7"));
    expect(session.broken).toMatchObject([{ file: "s.log.jsonl", line: 7 }]);
  });

  it("shows the summary and what came after it when only a compacted context is left", async () => {
    rmSync(files.log);
    const summary: SessionEntry = {
      type: "summary",
      id: "s1",
      parentId: "c1",
      timestamp,
      content: "So far.",
    };
    write(files.context, linesOf([summary, ...twelve.slice(8)]));
    expect((await shown()).shown).toEqual(["s1", ...ids.slice(8)]);
  });
});

describe("a damaged context", () => {
  it("is created again from the log after it was emptied", async () => {
    write(files.context, []);
    const { context, behind } = await shown();
    expect(context.map(({ id }) => id)).toEqual(ids);
    expect(behind).toBe(true);
  });

  it("regains a broken line", async () => {
    write(files.context, without(3, "{"));
    expect((await shown()).context.map(({ id }) => id)).toEqual(ids);
  });

  it("does not regain what its summary replaced", async () => {
    const marker: SessionEntry = {
      type: "compaction",
      id: "c1",
      parentId: "m12",
      timestamp,
      summarised: ids.slice(0, 8),
      freed: 1,
    };
    const summary: SessionEntry = {
      type: "summary",
      id: "s1",
      parentId: "c1",
      timestamp,
      content: "So far.",
    };
    write(files.log, linesOf([...twelve, marker, summary]));
    write(files.context, ["{", ...linesOf(twelve.slice(8))]);
    expect((await shown()).context.map(({ id }) => id)).toEqual(["s1", ...ids.slice(8)]);
  });
});

it("reads a file that begins with a byte order mark", async () => {
  writeFileSync(files.log, `\uFEFF${readFileSync(files.log, "utf8")}`);
  const session = await shown();
  expect(session.broken).toEqual([]);
  expect(session.shown).toEqual(ids);
});
