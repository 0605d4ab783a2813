import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TrashItem } from "#shared/contract/trash.ts";
import { withRefused } from "./base/test-disk.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;
let userData: string;
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
const value = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};
const start = async () => {
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  await value("project.open", { folder });
};
const items = async () => (await value<{ items: TrashItem[] }>("trash.list", {})).items;

beforeEach(async () => {
  userData = temp();
  folder = temp();
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "one\n");
  await start();
});
afterEach(() => core.close());

it("shows a deleted file with who deleted it, and restores it as an undo of that change", async () => {
  await value("workspace.remove", { path: "AGENTS.md" });
  const [item] = await items();
  expect(item).toMatchObject({ kind: "file", name: "workspace/AGENTS.md", actor: "you", bytes: 4 });
  await core.close();
  await start();
  expect(await value("trash.restore", { id: item?.id })).toEqual({
    path: "workspace/AGENTS.md",
    session: null,
  });
  expect(readFileSync(join(folder, "workspace/AGENTS.md"), "utf8")).toBe("one\n");
  expect(await items()).toEqual([]);
  const { changes } = await value<{ changes: { title: string; undoneBy: string | null }[] }>(
    "changes.list",
    {},
  );
  expect(changes[0]).toMatchObject({ title: "Undid: Deleted AGENTS.md" });
  expect(changes[1]).toMatchObject({ title: "Deleted AGENTS.md", undoneBy: expect.any(String) });
});

it("restores a deleted conversation after a restart, with its title and messages", async () => {
  const { session } = await value<{ session: { id: string } }>("sessions.create", { title: "Rye" });
  await value("chat.send", { session: session.id, text: "hello" });
  const before = await value<{ entries: unknown[] }>("sessions.read", { session: session.id });
  await value("sessions.remove", { session: session.id });
  await core.close();
  await start();
  const [item] = await items();
  expect(item).toMatchObject({ kind: "conversation", name: "Rye", actor: "you" });
  expect(await value("trash.restore", { id: item?.id })).toEqual({ path: null, session: session.id });
  const { sessions } = await value<{ sessions: { id: string; title: string }[] }>("sessions.list", {});
  expect(sessions).toMatchObject([{ id: session.id, title: "Rye" }]);
  const after = await value<{ entries: unknown[] }>("sessions.read", { session: session.id });
  expect(after.entries).toEqual(before.entries);
  expect(await items()).toEqual([]);
});

it("keeps a conversation in the list whose files cannot be moved to the trash", async () => {
  const { session } = await value<{ session: { id: string } }>("sessions.create", { title: "Rye" });
  await value("chat.send", { session: session.id, text: "hello" });
  writeFileSync(join(folder, ".satchel", "trash"), "");
  await expect(value("sessions.remove", { session: session.id })).rejects.toThrow("sessions.remove");
  const { sessions } = await value<{ sessions: { id: string; title: string }[] }>("sessions.list", {});
  expect(sessions).toMatchObject([{ id: session.id, title: "Rye" }]);
  const { entries } = await value<{ entries: unknown[] }>("sessions.read", { session: session.id });
  expect(entries).toHaveLength(2);
});

it("keeps a conversation with its messages when it cannot be taken out of the list", async () => {
  const { session } = await value<{ session: { id: string } }>("sessions.create", { title: "Rye" });
  await value("chat.send", { session: session.id, text: "hello" });
  const isList = (path: string) => path.includes("/sessions/.satchel-tmp-");
  await withRefused("EIO", isList, async () => {
    await expect(value("sessions.remove", { session: session.id })).rejects.toThrow("disk-error");
  });
  const { entries } = await value<{ entries: unknown[] }>("sessions.read", { session: session.id });
  expect(entries).toHaveLength(2);
  expect(await items()).toEqual([]);
});

it("is emptied for good, and a text that is kept as a change still comes back", async () => {
  await value("workspace.remove", { path: "AGENTS.md" });
  const [item] = await items();
  expect(await value("trash.empty", {})).toEqual({ removed: 1 });
  expect(await items()).toEqual([]);
  expect(existsSync(join(folder, ".satchel/trash", item?.id ?? ""))).toBe(false);
  await value("changes.undo", { id: item?.change });
  expect(readFileSync(join(folder, "workspace/AGENTS.md"), "utf8")).toBe("one\n");
});
