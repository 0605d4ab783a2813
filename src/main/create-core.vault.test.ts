import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { silentLog } from "./base/log.ts";
import { eventually } from "./base/test-eventually.ts";
import { createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { useCore } from "./test-core.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const { value } = useCore();
type Preview = { readonly manifest: Manifest };
type Found = { readonly hits: { source: string }[]; readonly ready: { done: number; total: number } };
const search = (query: string) => value<Found>("memory.search", { query });

const vault = (notes: number) =>
  temporaryProject(
    Object.fromEntries(
      Array.from({ length: notes }, (_, at) => [
        `Area ${at % 9}/Note ${at}.md`,
        `# Note ${at}\n\nThe lamp number${at} stands in the harbour.\n`,
      ]),
    ),
  );

it("says how much can be recalled while counting is paused, and reads the rest when it goes on", async () => {
  const notes = 2_000;
  await value("project.open", { folder: vault(notes) });
  expect(await value("workspace.cancelIndexing")).toEqual({ cancelled: true });
  await value("workspace.files");
  const paused = await search("number1999");
  expect(paused.ready.total).toBe(notes);
  expect(paused.ready.done).toBeLessThan(notes);
  const { manifest } = await value<Preview>("context.preview", { message: "Where is the lamp?" });
  expect(manifest.warnings.join("\n")).toMatch(
    /[\d,]+ of 2,000 files can be recalled so far; the rest is still being read\./,
  );

  expect(await value("workspace.resumeIndexing")).toEqual({ started: true });
  await eventually(async () => {
    const { ready, hits } = await search("number1999");
    expect(ready).toEqual({ done: notes, total: notes });
    expect(hits[0]?.source).toBe("Area 1/Note 1999.md");
  });
  const after = await value<Preview>("context.preview", { message: "Where is the lamp?" });
  expect(after.manifest.warnings.join("\n")).not.toContain("can be recalled so far");
});

it("counts the notes beside AGENTS.md after the files that make an agent, when there are thousands", async () => {
  const flat = temporaryProject({
    "AGENTS.md": "Answer in one line.\n",
    ...Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`A note ${at}.md`, `Lamp ${at}.\n`])),
  });
  await value("project.open", { folder: flat });
  await value("workspace.cancelIndexing");
  const { manifest } = await value<Preview>("context.preview", { message: "" });
  const agents = manifest.segments.find(({ source }) => source === "AGENTS.md");
  expect(agents?.sent.tokens).toBeGreaterThan(0);
  const left = manifest.warnings.find((warning) => warning.includes("not counted yet"));
  expect(left).toMatch(/^(At least )?[\d,]+ files are not counted yet and are not sent\.$/);
});

it("sends an AGENTS.md of more than 5 MB up to its limit, and says that it is cut", async () => {
  const line = "Bake the bread before six, and write down who took it.\n";
  const folder = temporaryProject({ "AGENTS.md": line.repeat(100_000), "Inbox.md": "Buy stamps.\n" });
  await value("project.open", { folder });
  await value("workspace.files");
  const { manifest } = await value<Preview>("context.preview", { message: "" });
  const agents = manifest.segments.find(({ source }) => source === "AGENTS.md");
  expect(agents?.status).toBe("truncated");
  expect(agents?.sent.tokens).toBeGreaterThan(1_000);
  // The count is that of the first 5 MB, so it is not exact, neither in the prompt nor in the tree.
  expect(agents?.detail?.estimated).toBe(true);
  const { entries } = await value<{ entries: { path: string; tokensExact: boolean }[] }>("workspace.tree");
  expect(entries.find(({ path }) => path === "AGENTS.md")?.tokensExact).toBe(false);
  expect(entries.find(({ path }) => path === "Inbox.md")?.tokensExact).toBe(true);
  expect(manifest.warnings.join("\n")).toContain("AGENTS.md was cut at its limit");
  const { warnings } = await value<{ warnings: { code: string; message: string }[] }>("project.info");
  expect(warnings).toMatchObject([
    {
      code: "file-too-large",
      message: "AGENTS.md has 5.2 MB. It opens read-only, and prompts and memory use its first 5 MB.",
    },
  ]);
});

it("ends without a word in its log when it is closed while files are counted and indexed", async () => {
  const told: string[] = [];
  const log = {
    ...silentLog,
    error: (message: string, error: unknown) => told.push(`${message} ${String(error)}`),
  };
  const folder = vault(400);
  for (const wait of [0, 0, 5, 10, 20, 40, 80, 160]) {
    const paths = { userData: temporaryProject(), resources: "resources" };
    const core = createCore(testPorts({ log }), paths, { checkOutput: true });
    await core.dispatch("project.open", { folder });
    await core.dispatch("workspace.tree", {});
    await delay(wait);
    await core.close();
  }
  expect(told).toEqual([]);
});
