import { describe, expect, it } from "vitest";
import type { TreeEntry } from "../contract/workspace.ts";
import type { Manifest, Segment } from "./manifest.ts";
import { fileCount, fileStatuses } from "./file-status.ts";

const size = (tokens: number) => ({ tokens, chars: 4 * tokens });

const segment = (source: string, status: Segment["status"], sent: number) =>
  ({ source, status, raw: size(100), sent: size(sent) }) as unknown as Segment;

const statuses = (...segments: Segment[]) => fileStatuses({ segments } as unknown as Manifest);

it("distinguishes files that are sent, cut and left out, and ignores other segments", () => {
  const found = statuses(
    segment("workspace/AGENTS.md", "included", 100),
    segment("workspace/RECIPES.md", "truncated", 60),
    segment("workspace/STAFF.md", "excluded", 0),
    segment("session:abc.def", "included", 10),
  );
  expect([...found].map(([path, { status }]) => [path, status])).toEqual([
    ["workspace/AGENTS.md", "in"],
    ["workspace/RECIPES.md", "cut"],
    ["workspace/STAFF.md", "out"],
  ]);
});

it("never reports a missing file as left out", () => {
  expect(statuses(segment("workspace/USER.md", "missing", 0)).size).toBe(0);
});

it("uses the segment that sent most of a file with several", () => {
  const found = statuses(segment("MEMORY.md", "excluded", 0), segment("MEMORY.md", "included", 90));
  expect(found.get("MEMORY.md")?.status).toBe("in");
});

it("takes a memory hit that had no room for no file", () => {
  expect(statuses(segment("memory/2026-11-16.md", "trimmed", 0)).size).toBe(0);
});

describe("the size of a file", () => {
  const entry = {
    path: "workspace/knowledge/SUPPLIERS.md",
    tokens: 120,
    tokensExact: true,
    tokensEncoding: "cl100k_base",
  } as TreeEntry;
  const counted = (encoding: string, exact = true) =>
    fileCount(
      entry,
      fileStatuses({ segments: [], encoding, exact } as unknown as Parameters<typeof fileStatuses>[0]),
    );

  it("is exact when the next prompt is counted with the same encoding", () => {
    expect(counted("cl100k_base")).toEqual({ tokens: 120, exact: true, otherModel: false });
  });

  it("is no exact figure for a model with another encoding", () => {
    expect(counted("o200k_base")).toEqual({ tokens: 120, exact: false, otherModel: true });
  });
});
