import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { KeptFile } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { appendTranscript, transcribedIds } from "./transcript.ts";

it("writes exactly one header, first, also with concurrent writers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-transcript-"));
  const path = join(folder, "deep", "s.jsonl");
  const file = new KeptFile(new KeptFiles(folder), "deep/s.jsonl");
  const header = { id: "s", timestamp: "t", agent_id: "juno" };
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      appendTranscript(file, header, [{ timestamp: "t", role: "user", content: `line ${at}` }]),
    ),
  );
  const lines = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines[0]).toEqual({ type: "session", version: 1, ...header, source_plugin: "satchel" });
  expect(lines.filter(({ type }) => type === "session")).toHaveLength(1);
  expect(lines.filter(({ type }) => type === "entry")).toHaveLength(20);
});

it("starts a new line after one that a crash cut off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-transcript-"));
  const file = new KeptFile(new KeptFiles(folder), "s.jsonl");
  const header = { id: "s", timestamp: "t", agent_id: "juno" };
  writeFileSync(
    join(folder, "s.jsonl"),
    '{"type":"session"}\n{"type":"entry","message_id":"a"}\n{"type":"en',
  );
  await appendTranscript(file, header, [{ timestamp: "t", role: "user", content: "x", message_id: "b" }]);
  expect([...((await transcribedIds(file)) ?? [])]).toEqual(["a", "b"]);
});
