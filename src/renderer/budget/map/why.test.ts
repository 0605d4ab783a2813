import { expect, it } from "vitest";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { partsOf } from "./parts.ts";
import { whySentence } from "./why.ts";

const why = (segments: readonly Parameters<typeof segmentOf>[0][], id: string, exact = true) => {
  const manifest = { ...manifestOf(segments.map(segmentOf), 4_096, 2_048), exact };
  const part = partsOf(manifest).find((each) => each.id === id);
  if (!part) throw new Error(`no part ${id}`);
  return whySentence(part, { manifest, agent: null, profile: testProfile({ perFile: 1500, total: 4200 }) });
};
const file = (name: string, tokens: number, more: object = {}) => ({
  id: `files:workspace/${name}`,
  source: `workspace/${name}`,
  tokens,
  detail: { limit: 1500 },
  ...more,
});
const core = {
  id: "core:workspace/AGENTS.md",
  source: "workspace/AGENTS.md",
  layer: "core",
  tokens: 955,
} as const;
const beyond = { status: "excluded", reason: "total-limit" } as const;
const noRoom = { status: "excluded", reason: "window" } as const;

it("gives figures that add up for what the files may use together", () => {
  const files = [
    core,
    file("a.md", 1400),
    file("b.md", 1300),
    file("c.md", 900, beyond),
    file("d.md", 20, beyond),
  ];
  expect(why(files, "files:workspace/c.md")).toBe(
    "main does not see it: core files and workspace files together may use 4,200 tokens. Core files use 955 and the workspace files that are sent 2,700, so its 900 do not fit.",
  );
  // It would fit, and is behind one that does not.
  expect(why(files, "files:workspace/d.md")).toBe(
    "main does not see it: core files and workspace files together may use 4,200 tokens. c.md comes before it and does not fit, and no later file takes its place.",
  );
});

it("gives figures that add up for the window", () => {
  const files = [core, file("a.md", 900), file("b.md", 700, noRoom), file("c.md", 20, noRoom)];
  expect(why(files, "files:workspace/b.md")).toBe(
    "main does not see it: the window holds 4,096 tokens. 2,048 are kept for the answer and 1,855 are used, so its 700 do not fit.",
  );
  expect(why(files, "files:workspace/c.md")).toContain("b.md comes before it and does not fit the window");
});

it("marks every figure that is an estimate, and no limit", () => {
  const files = [core, file("a.md", 900), file("b.md", 700, noRoom)];
  expect(why(files, "files:workspace/b.md", false)).toBe(
    "main does not see it: the window holds 4,096 tokens. 2,048 are kept for the answer and ~1,855 are used, so its ~700 do not fit.",
  );
});

it("names the unit of a limit in characters", () => {
  const detail = { limit: 12_000, limitUsed: 40_000, unit: "chars" as const };
  const cut = { sent: 3_000, status: "truncated", reason: "per-file-limit", detail } as const;
  expect(why([file("a.md", 10_000, cut)], "files:workspace/a.md")).toBe(
    "main sees 3,000 of 10,000 tokens, because no file may be longer than 12,000 characters.",
  );
});

it("never says that all of a file is cut while some of it is sent", () => {
  const cut = { sent: 10, status: "truncated", reason: "window" } as const;
  expect(why([file("a.md", 1_000_000, cut)], "files:workspace/a.md")).toContain(
    "sees 10 of 1,000,000 tokens",
  );
});
