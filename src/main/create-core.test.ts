import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
const start = () => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  return core;
};
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
afterEach(() => core.close());

it("refuses a method it does not know, with a stable code", async () => {
  const reply = await start().dispatch("nobody.knows", {});
  expect(reply).toMatchObject({ ok: false, error: { code: "unknown-method" } });
});

it("refuses input that does not parse and names the field", async () => {
  const reply = await start().dispatch("project.open", { folder: 7 });
  expect(reply).toMatchObject({
    ok: false,
    error: { code: "invalid-input", message: expect.stringContaining('"folder"') },
  });
});

it("keeps the open project when another one cannot be opened", async () => {
  const folder = temp();
  await start().dispatch("project.open", { folder });
  const reply = await core.dispatch("project.open", { folder: join(folder, "missing") });
  expect(reply).toMatchObject({ ok: false, error: { code: "folder-not-found" } });
  expect(await core.dispatch("project.info", {})).toMatchObject({ ok: true, value: { folder } });
});

it("tells that a damaged index was set aside, and where", async () => {
  const folder = temp();
  mkdirSync(join(folder, ".satchel"));
  writeFileSync(join(folder, ".satchel", "index.db"), "not a database at all".repeat(100));
  const reply = await start().dispatch("project.open", { folder });
  const { recovered } = (reply as { value: { recovered: { setAside: string } } }).value;
  expect(recovered.setAside).toMatch(/^\.satchel.index\.db\.corrupt-/);
  expect(readFileSync(join(folder, recovered.setAside), "utf8")).toContain("not a database");
});
