import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ListedChange } from "#shared/contract/changes.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
const value = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};

const yaml = "# mine\nagents:\n  - id: main\n    workspaceGit: { enabled: true }\n  - id: other\n";
const notes = "# Memory\n\n- The oven runs at 230 degrees.\n- Rye on Fridays.\n";

beforeEach(async () => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  folder = temp();
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "one\n");
  writeFileSync(join(folder, "workspace", "MEMORY.md"), notes);
  writeFileSync(join(folder, "agents.yaml"), yaml);
  await value("project.open", { folder });
});
afterEach(() => core.close());

/** Every file that is the user's: all but what Satchel keeps for itself. */
const files = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => !path.startsWith(".satchel/") || path.startsWith(".satchel/profiles/"))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), "base64")]),
  );

const memoryOf = async (text: string) => {
  const { memories } = await value<{ memories: { id: string; text: string }[] }>("memory.list", {});
  return memories.find((memory) => memory.text.includes(text))?.id ?? "";
};

type Writer = {
  readonly method: string;
  /** Where a method writes to more than one place. */
  readonly name?: string;
  /** Makes what the method needs; returns its input. */
  readonly input: () => unknown;
  readonly title: string | RegExp;
  readonly kind: ListedChange["kind"];
  /** Who made it; the user when it is not said. */
  readonly actor?: string;
};

const writers: readonly Writer[] = [
  {
    method: "workspace.write",
    input: () => ({ path: "AGENTS.md", text: "two\r\n" }),
    title: "Saved AGENTS.md",
    kind: "save",
  },
  {
    method: "workspace.writeAll",
    input: () => ({ files: ["x.md", "y/z.md"].map((path) => ({ path, text: "x\n", baseHash: null })) }),
    title: "Wrote 2 files",
    kind: "write",
  },
  {
    method: "workspace.append",
    input: () => ({ path: "AGENTS.md", text: "more\n" }),
    title: "Added to AGENTS.md",
    kind: "write",
  },
  {
    method: "workspace.create",
    input: () => ({ path: "new.md", text: "new\n" }),
    title: "Created new.md",
    kind: "create",
  },
  {
    method: "workspace.rename",
    input: () => ({ from: "AGENTS.md", to: "deep/AGENTS.md" }),
    title: "Moved AGENTS.md",
    kind: "move",
  },
  {
    method: "workspace.remove",
    input: () => ({ path: "AGENTS.md" }),
    title: "Deleted AGENTS.md",
    kind: "remove",
  },
  {
    method: "workspace.undoRemove",
    input: async () => ({
      undo: (await value<{ undo: string }>("workspace.remove", { path: "AGENTS.md" })).undo,
    }),
    title: "Brought back from the trash",
    kind: "restore",
  },
  {
    method: "agents.save",
    input: () => ({ id: "main", values: { displayName: "New" } }),
    title: "Changed the agent main",
    kind: "write",
  },
  {
    method: "agents.remove",
    input: () => ({ id: "other" }),
    title: "Removed the agent other",
    kind: "write",
  },
  {
    method: "profiles.save",
    input: () => ({ profile: { id: "mine", from: "layered", perFile: 10 } }),
    title: /profile mine/,
    kind: "create",
  },
  {
    method: "profiles.remove",
    input: async () => {
      await value("profiles.save", { profile: { id: "mine", from: "layered" } });
      return { id: "mine" };
    },
    title: "Removed the profile mine",
    kind: "remove",
  },
  {
    method: "history.restore",
    input: async () => {
      await value("workspace.write", { path: "AGENTS.md", text: "two\n" });
      await value("history.checkpoint", {});
      const { commits } = await value<{ commits: { id: string }[] }>("history.list", {});
      return { commit: commits.at(-1)?.id };
    },
    title: /^Restored the workspace/,
    kind: "restore",
  },
  {
    method: "memory.add",
    input: () => ({ text: "Closed on Mondays.", kind: "note" }),
    title: "Added a note",
    kind: "create",
  },
  {
    method: "memory.update",
    input: async () => ({ id: await memoryOf("Rye on Fridays"), text: "Rye on Saturdays." }),
    title: "Edited a memory",
    kind: "write",
  },
  {
    method: "memory.import",
    input: async () => {
      const { text } = await value<{ text: string }>("memory.export", {});
      const note = { type: "file", workspace: "workspace", path: "memory/2026-11-01.md", text: "- Paid.\n" };
      return { text: `${text.trimEnd()}\n${JSON.stringify(note)}\n` };
    },
    title: "Imported memory",
    kind: "create",
    actor: "import",
  },
  {
    method: "dream.run",
    input: () => ({}),
    title: /^Dreamed/,
    kind: "create",
    actor: "dream",
  },
  {
    method: "workspace.edit",
    input: async () => {
      const { hash } = await value<{ hash: string }>("workspace.read", { path: "AGENTS.md" });
      const edits = [{ start: 0, end: 3, insert: "two" }];
      return { title: "Replaced one by two", files: [{ path: "AGENTS.md", baseHash: hash, edits }] };
    },
    title: "Replaced one by two",
    kind: "write",
  },
  {
    method: "budget.apply",
    name: "budget.apply to a file",
    input: () => ({ edit: { kind: "priority", path: "workspace/MEMORY.md", priority: 3 } }),
    title: /MEMORY\.md/,
    kind: "write",
  },
  {
    method: "budget.apply",
    name: "budget.apply to a shipped profile and agents.yaml",
    input: () => ({ edit: { kind: "raise", fields: { perFile: 9_000 } } }),
    title: /./,
    kind: "create",
  },
  {
    method: "budget.apply",
    name: "budget.apply to an agent",
    input: () => ({ edit: { kind: "agent", window: 9_000, allowedTools: ["read_file"] } }),
    title: /./,
    kind: "write",
  },
  {
    method: "agents.save",
    name: "agents.save of sampling",
    input: () => ({ id: "other", values: { sampling: { temperature: 0.2 } } }),
    title: "Changed the agent other",
    kind: "write",
  },
  {
    method: "sharing.accept",
    input: async () => {
      const proposal = { client: "editor", door: "stdio", text: "Rye needs 12 hours." };
      return { id: (await value<{ id: string }>("sharing.propose", proposal)).id };
    },
    title: "Accepted a proposal of editor",
    kind: "create",
  },
  {
    method: "importers.apply",
    input: async () => {
      type Plan = { id: string; items: { key: string; kind: string }[] };
      const plan = await value<Plan>("importers.plan", {
        path: join(import.meta.dirname, "importers/samples/chatgpt/single"),
      });
      // Conversations are no files of the workspace; `importers.undo` removes them.
      const items = plan.items.filter(({ kind }) => kind !== "session").map(({ key }) => key);
      return { plan: plan.id, items };
    },
    title: /ChatGPT/,
    kind: "create",
    actor: "import",
  },
  {
    method: "trash.restore",
    input: async () => {
      await value("workspace.remove", { path: "AGENTS.md" });
      return (await value<{ items: { id: string }[] }>("trash.list", {})).items[0];
    },
    title: "Undid: Deleted AGENTS.md",
    kind: "undo",
  },
  {
    method: "readers.fix",
    input: async () => {
      writeFileSync(join(folder, "AGENTS.md"), "Bake the bread before six.\n".repeat(1_400));
      await value("readers.look", { again: true });
      return { reader: "codex", path: "AGENTS.md", fix: "raise" };
    },
    title: /./,
    kind: "create",
  },
  {
    method: "readers.oneSource",
    input: async () => {
      writeFileSync(join(folder, "AGENTS.md"), "- Use tabs.\n");
      writeFileSync(join(folder, "CLAUDE.md"), "- Use tabs.\n- Be brief.\n");
      writeFileSync(join(folder, ".cursorrules"), "- Use tabs.\n");
      await value("readers.look", { again: true });
      return { keep: "AGENTS.md", apply: true };
    },
    title: /./,
    kind: "write",
  },
];

it.each(writers.map((writer) => ({ name: writer.method, ...writer })))(
  "$name leaves a change of who made it, whose undo brings every byte back",
  async (writer) => {
    const input = await writer.input();
    const before = files();
    await value(writer.method, input);
    expect(files()).not.toEqual(before);
    const { changes } = await value<{ changes: ListedChange[] }>("changes.list", {});
    const [newest] = changes;
    expect(newest).toMatchObject({ actor: writer.actor ?? "you", kind: writer.kind });
    expect(newest?.title).toMatch(writer.title);
    expect(await value("changes.undo", { id: newest?.id })).toMatchObject({ status: "done", missing: [] });
    expect(files()).toEqual(before);
  },
);

it("memory.forget leaves a change of the user, whose undo does not bring the words back", async () => {
  await value("memory.forget", { id: await memoryOf("Rye on Fridays") });
  const { changes } = await value<{ changes: ListedChange[] }>("changes.list", {});
  expect(changes[0]).toMatchObject({ actor: "you", kind: "write" });
  await core.dispatch("changes.undo", { id: changes[0]?.id });
  const text = readFileSync(join(folder, "workspace", "MEMORY.md"), "utf8");
  expect(text).toContain("230 degrees");
  expect(text).not.toContain("Rye on Fridays");
});
