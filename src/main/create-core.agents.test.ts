import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
beforeEach(async () => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  folder = temp();
  await core.dispatch("project.open", { folder });
});
afterEach(() => core.close());
const write = (text: string | Uint8Array) => writeFileSync(join(folder, "agents.yaml"), text);

it("notices a changed agents.yaml without a restart, including warnings in project.info", async () => {
  expect(await core.dispatch("agents.list", {})).toMatchObject({ value: { agents: [{ id: "main" }] } });
  write("agents:\n  - id: kate\n    colour: red\n");
  expect(await core.dispatch("agents.list", {})).toMatchObject({ value: { agents: [{ id: "kate" }] } });
  const info = await core.dispatch("project.info", {});
  expect(info).toMatchObject({ value: { agents: [{ id: "kate", workspace: "workspace" }] } });
  expect((info as { value: { warnings: unknown[] } }).value.warnings).toContainEqual(
    expect.objectContaining({ code: "agents-unknown-key", path: "agents.yaml", line: 3 }),
  );
});

it("continues with main when agents.yaml is not text", async () => {
  write(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]));
  expect(await core.dispatch("agents.list", {})).toMatchObject({
    value: { agents: [{ id: "main" }], warnings: [{ code: "agents-not-text" }] },
  });
  expect(await core.dispatch("agents.save", { id: "a", values: {} })).toMatchObject({
    error: { code: "agents-not-text" },
  });
});

it("returns an agent's identity from its IDENTITY.md, and nothing where there is none", async () => {
  const nothing = { name: null, creature: null, vibe: null, emoji: null, avatar: null };
  const asked = () => core.dispatch("agents.identity", { id: "main" });
  expect(await asked()).toMatchObject({ value: { identity: nothing } });
  mkdirSync(join(folder, "workspace"));
  writeFileSync(
    join(folder, "workspace", "IDENTITY.md"),
    "- **Name:** Kate\n- Creature: octopus\n- Avatar: kate.png\n- Vibe: (to be found)\n",
  );
  expect(await asked()).toMatchObject({
    value: { identity: { ...nothing, name: "Kate", creature: "octopus", avatar: "kate.png" } },
  });
});

it("loses none of many agents saved at once", async () => {
  const ids = Array.from({ length: 8 }, (_, n) => `agent-${n}`);
  await Promise.all(ids.map((id) => core.dispatch("agents.save", { id, values: { domain: id } })));
  const reply = await core.dispatch("agents.list", {});
  expect((reply as { value: { agents: { id: string }[] } }).value.agents.map(({ id }) => id)).toEqual(ids);
  await core.dispatch("agents.remove", { id: "agent-3" });
  expect(readFileSync(join(folder, "agents.yaml"), "utf8")).not.toContain("agent-3");
});
