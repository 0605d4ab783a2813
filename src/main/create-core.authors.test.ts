import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WireScript } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const { begin, send } = talk;

/** What the user has: files that are neither conversations nor kept by Satchel for itself. */
const files = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(talk.project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/[\\/](?:\.satchel|sessions)[\\/]/.test(path))
      .toSorted()
      .map((path) => [path.slice(talk.project.length + 1), readFileSync(path, "base64")]),
  );

const newest = async () => (await talk.client.call("changes.list", {})).changes[0];

const calling = (name: string, args: object): WireScript => [
  { kind: "tools", calls: [{ id: "c", name, args }] },
  { kind: "text", chunks: ["Done."] },
];

const toolWriters = [
  ["write_file over a file", "write_file", { path: "HOURS.md", text: "Open at 08:00.\r\n" }, "write"],
  ["write_file of a new file", "write_file", { path: "deep/order.md", text: "# Order\n" }, "create"],
  ["memory_write", "memory_write", { text: "Rye is out.", kind: "outcome" }, "create"],
] as const;

it.each(toolWriters)(
  "%s leaves a change of the agent with its turn, whose undo brings every byte back",
  async (_, tool, args, kind) => {
    const session = await begin();
    talk.client.on(
      "chat.approval",
      ({ id }) => void talk.client.call("chat.approve", { approval: id, decision: "once" }),
    );
    const before = files();
    await send(session, "Write it", calling(tool, args));
    expect(files()).not.toEqual(before);
    const change = await newest();
    expect(change).toMatchObject({ actor: "agent:juno", kind, session });
    expect(change?.turn).toEqual(expect.any(String));
    const undone = await talk.client.call("changes.undoTurn", { session, turn: change?.turn ?? "" });
    expect(undone).toMatchObject({ status: "done", missing: [] });
    expect(files()).toEqual(before);
  },
);

it("memory.consolidate leaves a change of a dream, whose undo brings every byte back", async () => {
  put(talk.project, {
    "workspace/MEMORY.md": "# Memory\r\n\r\n- The oven runs at 230 degrees.",
    "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n",
  });
  await begin();
  const before = files();
  talk.server.play([{ kind: "text", chunks: ["- Rye is baked on Fridays.\n"] }]);
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: true });
  expect(files()).not.toEqual(before);
  const change = await newest();
  expect(change).toMatchObject({ actor: "dream" });
  expect(change?.files.map(({ path }) => path)).toContain("workspace/MEMORY.md");
  const undone = await talk.client.call("changes.undo", { id: change?.id ?? "" });
  expect(undone).toMatchObject({ status: "done", missing: [] });
  expect(files()).toEqual(before);
});
