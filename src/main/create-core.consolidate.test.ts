import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
beforeEach(() =>
  put(talk.project, { "workspace/MEMORY.md": "# Memory\n\n- The oven runs at 230 degrees.\n" }),
);

const memory = () => readFileSync(join(talk.project, "workspace", "MEMORY.md"), "utf8");
const day = { "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n" };
const state = () => join(talk.project, "workspace/memory/.consolidation_state");

it("appends new bullets only, once per change of a day", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([
    { kind: "text", chunks: ["- Rye is baked on Fridays.\n- The oven runs at 230 degrees.\n"] },
  ]);
  const { written, after } = await talk.client.call("memory.consolidate", {});
  expect(written).toBe(true);
  expect(after).toMatch(
    /^# Memory\n\n- The oven runs at 230 degrees\.\n\n## Consolidated \d{4}-\d{2}-\d{2}\n\n- Rye is baked on Fridays\.\n$/,
  );
  expect(memory()).toBe(after);
  const { changes } = await talk.client.call("changes.list", { actor: "dream" });
  expect(changes).toHaveLength(1);
  expect(changes[0]?.files.map(({ path }) => path)).toContain("workspace/MEMORY.md");
  expect(Date.parse(readFileSync(state(), "utf8").trim())).toBeGreaterThan(0);
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: false });
  expect(talk.server.chats()).toHaveLength(1);
});

it("adds to what MEMORY.md says when the model has answered", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([{ kind: "text", wait: 3_000, chunks: ["- Rye is baked on Fridays.\n- Mine.\n"] }]);
  const running = talk.client.call("memory.consolidate", {});
  await expect.poll(() => talk.server.chats().length).toBe(1);
  put(talk.project, { "workspace/MEMORY.md": "# Memory\n\n- Mine.\n" });
  await running;
  expect(memory()).toMatch(
    /^# Memory\n\n- Mine\.\n\n## Consolidated \d{4}-\d{2}-\d{2}\n\n- Rye is baked on Fridays\.\n$/,
  );
});

it("asks once about days that MEMORY.md already covers", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([{ kind: "text", chunks: ["- The oven runs at 230 degrees.\n"] }]);
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: false });
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: false });
  expect(talk.server.chats()).toHaveLength(1);
});

it("does not write a rewrite over what was added after it was shown", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([{ kind: "text", chunks: ["## Shop\n\n- The oven runs at 230 degrees."] }]);
  const { after } = await talk.client.call("memory.consolidate", { mode: "rewrite" });
  const mine = `${memory()}- Mine.\n`;
  put(talk.project, { "workspace/MEMORY.md": mine });
  await expect(
    talk.client.call("memory.consolidate", { mode: "rewrite", agreed: after }),
  ).rejects.toMatchObject({ code: "memory-changed" });
  expect(memory()).toBe(mine);
  expect(existsSync(state())).toBe(false);
});

it("changes nothing for a blank answer, and keeps the stored time", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([{ kind: "text", chunks: [" "] }]);
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: false });
  expect(existsSync(state())).toBe(false);
});

const offered = () => JSON.stringify(talk.server.chats().at(-1)?.body);
const setMtime = (path: string, iso: string) => {
  const at = new Date(iso);
  utimesSync(join(talk.project, path), at, at);
};

it("reads only the days that changed since the stored time, and all when it cannot be read", async () => {
  await talk.begin();
  put(talk.project, {
    "workspace/memory/2026-11-14.md": "- The walrus came.\n",
    "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n",
    "workspace/memory/.consolidation_state": "2026-11-15T12:00:00.000Z\n",
  });
  setMtime("workspace/memory/2026-11-14.md", "2026-11-15T12:00:00Z");
  setMtime("workspace/memory/2026-11-15.md", "2026-11-15T12:00:01Z");
  talk.server.play([{ kind: "text", chunks: [" "] }]);
  await talk.client.call("memory.consolidate", {});
  expect(offered()).toContain("Rye on Fridays");
  expect(offered()).not.toContain("walrus");
  expect(readFileSync(state(), "utf8")).toBe("2026-11-15T12:00:00.000Z\n");
  put(talk.project, { "workspace/memory/.consolidation_state": "yesterday, I think" });
  await talk.client.call("memory.consolidate", {});
  expect(offered()).toContain("walrus");
});

it("asks no model when no day changed", async () => {
  await talk.begin();
  expect(await talk.client.call("memory.consolidate", {})).toMatchObject({ written: false });
  expect(talk.server.chats()).toEqual([]);
});

it("appends at most 4,000 tokens, the heading included, whole bullets", async () => {
  await talk.begin();
  put(talk.project, day);
  const bullet = (at: number) => `- Fact ${at}: ${"flour and water and salt ".repeat(20).trim()} ${at}.`;
  talk.server.play([
    { kind: "text", chunks: [Array.from({ length: 60 }, (_, at) => bullet(at)).join("\n")] },
  ]);
  const { after, before } = await talk.client.call("memory.consolidate", {});
  const section = after.slice(before.length);
  const added = section.split("\n").filter((line) => line.startsWith("- "));
  const { tokens } = await talk.client.call("tokens.count", { text: section, model: "tiny" });
  expect(section).toContain("## Consolidated");
  expect(tokens).toBeLessThanOrEqual(4000);
  expect(tokens).toBeGreaterThan(3800);
  expect(added.every((line, at) => line === bullet(at))).toBe(true);
});

it("keeps what was dreamed and pinned when it rewrites, and refuses more than 4,000 tokens", async () => {
  await talk.begin();
  const dreamed = "## Dreamed 2026-11-16 03:05 UTC\n\n- Rye. _(score=0.73, hits=3, days=1)_\n";
  const pinned = "## House\n<!-- pinned -->\n\n- The key is under the mat.\n";
  put(talk.project, {
    ...day,
    "workspace/MEMORY.md": `# Memory\n\n- The oven runs at 230.\n\n${dreamed}\n${pinned}`,
  });
  talk.server.play([{ kind: "text", chunks: ["## Shop\n\n- The oven runs at 230 degrees."] }]);
  const { after } = await talk.client.call("memory.consolidate", { mode: "rewrite" });
  expect(after).toContain(dreamed);
  expect(after).toContain(pinned);
  expect(offered()).not.toContain("under the mat");
  talk.server.play([
    { kind: "text", chunks: [`- The oven runs at 230.\n${"- And so on and on.\n".repeat(1000)}`] },
  ]);
  await expect(talk.client.call("memory.consolidate", { mode: "rewrite" })).rejects.toMatchObject({
    code: "memory-too-long",
  });
});

it("shows a rewrite first, and refuses one that loses more than a quarter", async () => {
  await talk.begin();
  put(talk.project, day);
  talk.server.play([
    { kind: "text", chunks: ["## Shop\n\n- The oven runs at 230 degrees.\n- Rye on Fridays."] },
  ]);
  const { after, written } = await talk.client.call("memory.consolidate", { mode: "rewrite" });
  expect(written).toBe(false);
  expect(memory()).not.toBe(after);
  await talk.client.call("memory.consolidate", { mode: "rewrite", agreed: after });
  expect(memory()).toBe("## Shop\n\n- The oven runs at 230 degrees.\n- Rye on Fridays.\n");
  await expect(
    talk.client.call("memory.consolidate", { mode: "rewrite", agreed: "## Shop\n\n- Nothing.\n" }),
  ).rejects.toMatchObject({ code: "memory-loss" });
});

it("refuses a rewrite that keeps one of eight lines that look alike, and one that keeps five", async () => {
  const orders = Array.from({ length: 8 }, (_, at) => `- Order 10${at} costs ${at + 20} euros.\n`);
  put(talk.project, { "workspace/MEMORY.md": `# Memory\n\n${orders.join("")}` });
  await talk.begin();
  put(talk.project, day);
  for (const kept of [1, 5]) {
    talk.server.play([{ kind: "text", chunks: [`## Orders\n\n${orders.slice(0, kept).join("")}`] }]);
    await expect(talk.client.call("memory.consolidate", { mode: "rewrite" })).rejects.toMatchObject({
      code: "memory-loss",
    });
  }
  expect(memory()).toContain(orders.join(""));
  talk.server.play([{ kind: "text", chunks: [`## Orders\n\n${orders.slice(0, 6).join("")}`] }]);
  const { after } = await talk.client.call("memory.consolidate", { mode: "rewrite" });
  expect(after).toContain(orders.slice(0, 6).join("").trim());
});
