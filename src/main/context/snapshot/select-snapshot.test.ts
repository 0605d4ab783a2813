import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSnapshot, orderSnapshot, SNAPSHOT_LIMITS, snapshotLimits } from "./select-snapshot.ts";

const now = new Date("2026-05-04T10:00:00Z");
const listed = (...paths: string[]) => paths.map((path, index) => ({ path, changedAt: -index }));

const build = (
  texts: Readonly<Record<string, string>>,
  limits: Partial<typeof SNAPSHOT_LIMITS> = {},
  leftOut?: Parameters<typeof buildSnapshot>[0]["leftOut"],
  taken?: ReadonlySet<string>,
) =>
  buildSnapshot({
    files: listed(...Object.keys(texts)),
    textOf: (path) => texts[path] ?? null,
    limits: { ...SNAPSHOT_LIMITS, ...limits },
    now,
    ...(leftOut ? { leftOut } : {}),
    ...(taken ? { taken } : {}),
  });

const numbered = (count: number, text = "x\n") =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${String(index).padStart(3, "0")}.txt`, text]),
  );

const paths = (files: readonly { path: string }[]) => files.map((file) => file.path);

const limitsFrom = (files: string, chars: string) =>
  snapshotLimits(SNAPSHOT_LIMITS, {
    CHAT_WORKSPACE_SNAPSHOT_MAX_FILES: files,
    CHAT_WORKSPACE_SNAPSHOT_MAX_CHARS: chars,
  });

describe("the order", () => {
  it("is spine files in the order of the spine list, the open file, then most recently changed first, ties by path", () => {
    const files = [
      { path: "src/old.ts", changedAt: 1 },
      { path: "src/b.ts", changedAt: 5 },
      { path: "src/a.ts", changedAt: 5 },
      { path: "src/open.ts", changedAt: 0 },
      { path: "src/App.tsx", changedAt: 9 },
      { path: "tsconfig.json", changedAt: 0 },
      { path: "src/main.tsx", changedAt: 3 },
      { path: "index.html", changedAt: 0 },
      { path: "vite.config.ts", changedAt: 0 },
      { path: "package.json", changedAt: 2 },
    ];
    expect(paths(orderSnapshot(files, { activeFile: "src/open.ts" }))).toEqual([
      "package.json",
      "vite.config.ts",
      "tsconfig.json",
      "index.html",
      "src/main.tsx",
      "src/App.tsx",
      "src/open.ts",
      "src/a.ts",
      "src/b.ts",
      "src/old.ts",
    ]);
  });

  it("names each file once, also when the open one is in the spine or is not a candidate", () => {
    expect(paths(orderSnapshot(listed("a.ts", "package.json"), { activeFile: "package.json" }))).toEqual([
      "package.json",
      "a.ts",
    ]);
    expect(paths(orderSnapshot(listed("a.ts"), { activeFile: ".env" }))).toEqual(["a.ts"]);
  });

  it("takes a configured spine as it is", () => {
    const files = listed("a.ts", "package.json", "docs/plan.md");
    expect(paths(orderSnapshot(files, { spine: ["docs/plan.md", "gone.md"] }))).toEqual([
      "docs/plan.md",
      "a.ts",
      "package.json",
    ]);
  });

  it("has built-in spines for other ecosystems, chosen by what exists", () => {
    expect(paths(orderSnapshot(listed("a.rs", "src/main.rs", "Cargo.toml")))).toEqual([
      "Cargo.toml",
      "src/main.rs",
      "a.rs",
    ]);
    expect(paths(orderSnapshot(listed("z.py", "main.py", "pyproject.toml")))).toEqual([
      "pyproject.toml",
      "main.py",
      "z.py",
    ]);
    // A lone main.py is no sign of a Python project.
    expect(paths(orderSnapshot(listed("z.txt", "main.py")))).toEqual(["z.txt", "main.py"]);
  });
});

describe("the text", () => {
  it("is a header, X of Y, and each file as a fence with a blank line between", () => {
    expect(build({ "a.ts": "1\n", "b.md": "```\n" }).text).toBe(
      "## Workspace (read-only snapshot)\nFiles: 2 of 2\n\n```a.ts\n1\n```\n\n````b.md\n```\n````",
    );
  });

  it("is its opening, the texts of the files and its closing", () => {
    const { text, opening, files, closing } = build(numbered(5), { maxFiles: 3 });
    expect(opening + files.map((file) => file.text).join("") + closing).toBe(text);
  });

  it("holds at most 48 files and then says how many it shows", () => {
    const { text, files, run } = build(numbered(50));
    expect(text).toContain("\nFiles: 48 of 50\n");
    expect(text.endsWith("\n```\n\nShowing 48 of 50 files")).toBe(true);
    expect(files.slice(47).map((file) => file.reason)).toEqual([null, "file-limit", "file-limit"]);
    expect(run).toMatchObject({ truncatedByFileLimit: true, truncatedByChars: false });
  });

  it("has no closing line when everything is shown", () => {
    expect(build(numbered(48)).text).not.toContain("Showing");
  });

  it("ends at the first file that would pass the cap, although a later one would fit", () => {
    const { files, run } = build({ a: "a".repeat(100), b: "b".repeat(200), c: "c" }, { maxChars: 300 });
    expect(files.map((file) => file.reason)).toEqual([null, "char-limit", "char-limit"]);
    expect(run).toMatchObject({ includedFileCount: 1, totalProjectFileCount: 3, truncatedByChars: true });
  });

  it("skips a file which alone is over the cap and goes on", () => {
    const { text, files } = build({ big: "x".repeat(400), small: "y" }, { maxChars: 300 });
    expect(files.map((file) => file.reason)).toEqual(["char-limit", null]);
    expect(text.endsWith("Showing 1 of 2 files")).toBe(true);
  });

  it("shows everything that fits exactly, since then no closing line is needed", () => {
    const texts = { "a.ts": "x".repeat(300), b: "" };
    const exact = build(texts).text.length;
    expect(build(texts, { maxChars: exact }).text.length).toBe(exact);
    expect(build(texts, { maxChars: exact - 1 }).run).toMatchObject({ includedFileCount: 1 });
  });

  it("is none when no file is printed, and the last run is null", () => {
    expect(build({})).toMatchObject({ text: "", run: null });
    expect(build({ big: "x".repeat(400) }, { maxChars: 300 })).toMatchObject({ text: "", run: null });
  });

  it("counts a file left out by hand as a candidate", () => {
    const { text, files, run } = build({ a: "1", b: "2", c: "3" }, {}, new Map([["b", "explicit-exclude"]]));
    expect(text).toContain("Files: 2 of 3");
    expect(text.endsWith("Showing 2 of 3 files")).toBe(true);
    expect(files[1]).toEqual({ path: "b", text: "", reason: "explicit-exclude" });
    expect(run).toMatchObject({ truncatedByChars: false, truncatedByFileLimit: false });
  });

  it("lets no file behind one that the window takes come into its place", () => {
    const texts = { a: "1", b: "2", c: "3" };
    const taken = new Set(["b"]);
    const { text, files, opening, closing, run } = build(texts, { maxFiles: 2 }, undefined, taken);
    expect(files.map(({ reason }) => reason)).toEqual([null, "window", "file-limit"]);
    expect(opening + files.map((file) => file.text).join("") + closing).toBe(text);
    expect(text).toContain("Files: 1 of 3");
    expect(run).toMatchObject({ includedFileCount: 1, truncatedByFileLimit: true });
    expect(build(texts, {}, undefined, new Set(["a", "b", "c"]))).toMatchObject({ text: "", run: null });
  });

  it("stays within the cap with the closing line that a taken file brings", () => {
    const texts = { a: "x".repeat(100), b: "y".repeat(100), c: "" };
    const exact = build(texts).text.length;
    const { text, files } = build(texts, { maxChars: exact }, undefined, new Set(["c"]));
    expect(text.length).toBeLessThanOrEqual(exact);
    expect(files.map(({ reason }) => reason)).toEqual([null, "window", "window"]);
  });

  it("never passes the cap, and accounts for every candidate once", () => {
    const sizes = fc.array(fc.nat(300), { maxLength: 60 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 1, max: 50 }),
        (chars, maxChars, maxFiles) => {
          const texts = Object.fromEntries(chars.map((size, index) => [`f${index}.txt`, "x".repeat(size)]));
          const { text, files, run } = build(texts, { maxChars, maxFiles });
          expect(text.length).toBeLessThanOrEqual(maxChars);
          expect(files.map((file) => file.path)).toEqual(Object.keys(texts));
          const shown = files.filter((file) => file.text !== "");
          expect(shown.length).toBeLessThanOrEqual(maxFiles);
          expect(run?.includedFileCount ?? 0).toBe(shown.length);
          expect(text.includes("\n\nShowing ")).toBe(shown.length > 0 && shown.length < files.length);
          for (const file of files) expect(file.reason === null).toBe(file.text !== "");
        },
      ),
    );
  });

  it("never loses a file when the cap is raised", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300), { maxLength: 20 }),
        fc.nat(2_000),
        fc.nat(50),
        (chars, maxChars, more) => {
          const texts = Object.fromEntries(chars.map((size, index) => [`f${index}.txt`, "x".repeat(size)]));
          const first = (cap: number) =>
            build(texts, { maxChars: cap }).files.findIndex((file) => file.reason !== null);
          const before = first(maxChars);
          const after = first(maxChars + more);
          expect(after === -1 || (before !== -1 && after >= before)).toBe(true);
        },
      ),
    );
  });
});

describe("the account of a run", () => {
  it("has exactly the fields that are interface", () => {
    const { text, run } = build({ "a.ts": "é\n" }, { maxChars: 500 });
    expect(run).toEqual({
      capturedAt: "2026-05-04T10:00:00.000Z",
      includedFileCount: 1,
      totalProjectFileCount: 1,
      snapshotCodeUnits: text.length,
      maxSnapshotCodeUnits: 500,
      truncatedByFileLimit: false,
      truncatedByChars: false,
      includedFiles: [{ path: "a.ts", utf8Bytes: 3 }],
      maxSnapshotFiles: 48,
    });
  });
});

describe("the environment", () => {
  it("overrides the profile", () => {
    expect(limitsFrom("5", "1000")).toEqual({ maxFiles: 5, maxChars: 1_000 });
  });

  it.each(["0", "-3", "1.5", "1e3", "many", "", "99999999999999999999"])(
    "means the default when it is not a positive whole number: %j",
    (value) => {
      expect(limitsFrom(value, value)).toEqual({ maxFiles: 48, maxChars: 120_000 });
    },
  );
});
