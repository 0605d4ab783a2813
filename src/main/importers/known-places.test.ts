import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSource } from "./input/open-source.ts";
import { findPlaces } from "./known-places.ts";
import { detectSource } from "./read-source.ts";
import { preparedSample } from "./test-samples.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "satchel-places-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, text = "") => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};

it("finds nothing in an empty home, and no program that has kept nothing", async () => {
  put(".claude/settings.json", "{}");
  put(".codex/config.toml");
  put(".gemini", "a file");
  expect(await findPlaces({ home, env: {} })).toEqual([]);
});

/** Where the samples stand for the folder of a program. */
const samples = [
  ["claude-code", "./", ".claude"],
  ["codex", "./", ".codex"],
  ["openclaw", "./", ".openclaw"],
  ["gemini-cli", "./", ".gemini"],
  ["opencode", "storage/", ".local/share/opencode/storage"],
  ["hermes", "./", ".hermes"],
  ["goose", "legacy/", ".local/share/goose/sessions"],
  ["lmstudio", "conversations/", ".lmstudio/conversations"],
  ["jan", "threads/", ".local/share/Jan/data/threads"],
  ["cursor", "User/", ".config/Cursor/User"],
] as const;

it.each(samples)("finds %s, and what it finds is recognised as its", async (source, input, to) => {
  cpSync(preparedSample(home, source, input), join(home, to), { recursive: true });
  const [place, ...more] = await findPlaces({ home, env: {} });
  expect([place?.source, more]).toEqual([source, []]);
  const detected = await detectSource(await openSource(place?.path ?? ""));
  expect(detected?.importer.source).toBe(source);
});

it("looks where the program's own variable says", async () => {
  put("elsewhere/sessions/2026/x.jsonl");
  put(".codex/sessions/y.jsonl");
  const places = await findPlaces({ home, env: { CODEX_HOME: join(home, "elsewhere") } });
  expect(places.map(({ path }) => path)).toEqual([join(home, "elsewhere")]);
});

it("says when Claude Code deletes its oldest conversation", async () => {
  put(".claude/projects/-a/new.jsonl");
  put(".claude/projects/-b/old.jsonl");
  put(".claude/projects/-b/older.txt");
  const day = (date: string) => new Date(`${date}T12:00:00Z`);
  utimesSync(join(home, ".claude/projects/-a/new.jsonl"), day("2026-11-10"), day("2026-11-10"));
  utimesSync(join(home, ".claude/projects/-b/old.jsonl"), day("2026-11-01"), day("2026-11-01"));
  utimesSync(join(home, ".claude/projects/-b/older.txt"), day("2020-01-01"), day("2020-01-01"));
  const [place] = await findPlaces({ home, env: {} });
  expect(place?.oldestGoes).toBe("2026-12-01T12:00:00.000Z");
});

it("ends at links that lead in circles", async () => {
  mkdirSync(join(home, ".claude"));
  symlinkSync(join(home, ".claude"), join(home, ".claude/projects"));
  symlinkSync("nowhere", join(home, ".codex"));
  expect(await findPlaces({ home, env: {} })).toMatchObject([{ source: "claude-code", oldestGoes: null }]);
});
