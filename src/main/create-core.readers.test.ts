import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { Xray, XrayCell } from "#shared/contract/readers.ts";
import type { ReaderId } from "#shared/model/reader.ts";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let client: Client;
let folder: string;
const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-xray-")));
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const text = (path: string) => readFileSync(join(folder, path), "utf8");
const cellOf = (report: Xray, reader: ReaderId, path: string): XrayCell | undefined => {
  const file = report.files.findIndex((each) => each.path === path);
  return report.columns.find((column) => column.reader === reader)?.cells.find((cell) => cell.file === file);
};
const section = (title: string, lines: number, line = "Say what you mean in every line of this part.") =>
  `## ${title}\n\n${`${line}\n`.repeat(lines)}\n`;

beforeEach(async () => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  folder = temp();
  put(".git/HEAD", "ref: refs/heads/main\n");
  put(
    "AGENTS.md",
    `# Rules\n\n${section("Style", 300)}${section("Service", 250, "The service in packages/api/ answers in JSON.")}${section("Testing", 200)}`,
  );
  put("packages/api/AGENTS.md", "Answer in JSON.\n");
  await client.call("project.open", { folder });
});
afterEach(() => core.close());

it("shows what each program reads, and answers differently in another working folder", async () => {
  const report = await client.call("readers.look", {});
  expect(cellOf(report, "codex", "AGENTS.md")).toMatchObject({
    how: "always",
    cut: { unit: "bytes", at: 32_768 },
  });
  expect(cellOf(report, "zed", "AGENTS.md")).toMatchObject({ how: "always", order: 1 });
  const below = await client.call("readers.look", { cwd: "packages/api" });
  expect(cellOf(below, "codex", "packages/api/AGENTS.md")).toMatchObject({ reason: "budget-spent" });
  expect(cellOf(below, "zed", "AGENTS.md")).toMatchObject({ how: "never", reason: "above-root" });
  expect(below.columns.find(({ reader }) => reader === "codex")).toMatchObject({ used: 32_768, max: 32_768 });
  expect((await client.call("readers.folders", {})).folders).toEqual(["", "packages", "packages/api"]);
  await expect(client.call("readers.look", { cwd: "nowhere" })).rejects.toThrow("There is no folder");
});

it("offers fixes with their effect, applies one as a change, and undoes it", async () => {
  const before = text("AGENTS.md");
  const asked = { reader: "codex", path: "AGENTS.md" } as const;
  const { cut, fixes } = await client.call("readers.cell", asked);
  expect(cut?.from).toBeGreaterThan(30_000);
  expect(fixes.map(({ title }) => title)).toEqual([
    'Move "Testing" above line 722',
    'Split "Service" into packages/api/AGENTS.md',
    "Raise project_doc_max_bytes to 36,864",
  ]);
  expect(fixes[2]?.effect).toBe("Codex then reads AGENTS.md whole.");
  const { change } = await client.call("readers.fix", { ...asked, fix: "raise" });
  expect(text(".codex/config.toml")).toBe("project_doc_max_bytes = 36864\n");
  expect(cellOf(await client.call("readers.look", {}), "codex", "AGENTS.md")?.cut).toBeUndefined();
  await client.call("changes.undo", { id: change ?? "" });
  expect(existsSync(join(folder, ".codex/config.toml"))).toBe(false);
  const split = await client.call("readers.fix", { ...asked, fix: "move-down-0" });
  expect(text("packages/api/AGENTS.md")).toContain("## Service");
  expect(cellOf(await client.call("readers.look", {}), "codex", "AGENTS.md")?.cut).toBeUndefined();
  await client.call("changes.undo", { id: split.change ?? "" });
  expect(text("AGENTS.md")).toBe(before);
  expect(text("packages/api/AGENTS.md")).toBe("Answer in JSON.\n");
});

it("refuses a fix when the file is no longer what was looked at", async () => {
  await client.call("readers.look", {});
  await expect(
    client.call("readers.fix", { reader: "codex", path: "AGENTS.md", fix: "nothing" }),
  ).rejects.toThrow("no longer applies");
  expect(existsSync(join(folder, ".codex"))).toBe(false);
});

it("follows an unsaved text, a saved one, and one that another program wrote", async () => {
  const isCut = async (drafts: { path: string; text: string }[] = []) =>
    cellOf(await client.call("readers.look", { drafts }), "codex", "AGENTS.md")?.cut !== undefined;
  expect(await isCut()).toBe(true);
  expect(await isCut([{ path: "AGENTS.md", text: "short\n" }])).toBe(false);
  expect(await isCut()).toBe(true);
  writeFileSync(join(folder, "AGENTS.md"), "short\n");
  await eventually(async () => expect(await isCut()).toBe(false));
  // Written until it is seen: the watcher may not be ready yet.
  await eventually(async () => {
    put(".cursor/rules/style.mdc", `---\nalwaysApply: true\n---\nBe brief. ${performance.now()}\n`);
    const report = await client.call("readers.look", {});
    expect(cellOf(report, "cursor", ".cursor/rules/style.mdc")?.how).toBe("always");
  });
  rmSync(join(folder, "AGENTS.md"));
  await eventually(async () =>
    expect((await client.call("readers.look", {})).files.map(({ path }) => path)).not.toContain("AGENTS.md"),
  );
});

it("shows rules that are repeated or contradict each other, and keeps one source", async () => {
  put("AGENTS.md", "# Rules\n\n- Use tabs for indentation.\n- Run the tests before you commit.\n");
  put("CLAUDE.md", "# Rules\n\n- Run the tests before you commit.\n- Do not use tabs for indentation.\n");
  put(".cursorrules", "- Run the tests before you commit.\n");
  put("GEMINI.md", "- Run the tests before you commit.\n");
  await client.call("readers.look", { again: true });
  const { overlaps } = await client.call("readers.overlaps", {});
  const named = overlaps.map(({ kind, places }) => [kind, places.map(({ path }) => path)]);
  expect(named).toEqual([
    ["duplicate", [".cursorrules", "AGENTS.md", "CLAUDE.md", "GEMINI.md"]],
    ["contradiction", ["AGENTS.md", "CLAUDE.md"]],
  ]);
  const { steps } = await client.call("readers.oneSource", { keep: "AGENTS.md" });
  expect(steps.map(({ path, does }) => [path, does])).toEqual([
    ["AGENTS.md", "keep"],
    ["CLAUDE.md", "import"],
    ["GEMINI.md", "import"],
    [".cursorrules", "remove"],
  ]);
  expect(text("GEMINI.md")).toBe("- Run the tests before you commit.\n");
  const { change } = await client.call("readers.oneSource", { keep: "AGENTS.md", apply: true });
  expect(text("GEMINI.md")).toBe("@./AGENTS.md\n");
  expect(text("CLAUDE.md")).toBe("@AGENTS.md\n\n- Do not use tabs for indentation.\n");
  expect(existsSync(join(folder, ".cursorrules"))).toBe(false);
  const after = await client.call("readers.look", {});
  expect(cellOf(after, "gemini", "AGENTS.md")).toMatchObject({ how: "always", reason: "import" });
  await client.call("changes.undo", { id: change ?? "" });
  expect(text(".cursorrules")).toBe("- Run the tests before you commit.\n");
});

it("works in a folder that is not trusted: it runs nothing", async () => {
  await client.call("project.open", { folder, trust: "restricted" });
  expect((await client.call("project.info", {})).trusted).toBe(false);
  expect(cellOf(await client.call("readers.look", {}), "codex", "AGENTS.md")?.cut).toBeDefined();
});

it("looks outside the folder only after consent, which is the user's own setting", async () => {
  expect((await client.call("readers.look", {})).outside).toBe(false);
  await client.call("settings.set", { user: { xray: { outside: true } } });
  expect((await client.call("readers.look", {})).outside).toBe(true);
});
