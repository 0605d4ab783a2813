import { mkdtempSync, statSync, writeFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WindowState } from "./window-state.ts";

const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));

it("stores a window's state per project, readable by the user only", async () => {
  const userData = temp();
  await new WindowState(userData).keep("/a", "tabs", { at: 1, value: ["AGENTS.md"] });
  const again = new WindowState(userData);
  expect(await again.read("/a")).toEqual({ tabs: { at: 1, value: ["AGENTS.md"] } });
  expect(await again.read("/b")).toEqual({});
  const [name = ""] = readdirSync(join(userData, "windows"));
  expect(statSync(join(userData, "windows", name)).mode & 0o077).toBe(0);
});

it("never replaces a newer entry by an older one", async () => {
  const state = new WindowState(temp());
  await state.keep("/a", "tabs", { at: 5, value: "new" });
  await state.keep("/a", "tabs", { at: 4, value: "late" });
  expect(await state.read("/a")).toEqual({ tabs: { at: 5, value: "new" } });
});

it("keeps both of two concurrent entries", async () => {
  const state = new WindowState(temp());
  await Promise.all(["tabs", "widths"].map((key) => state.keep("/a", key, { at: 1, value: key })));
  expect(Object.keys(await state.read("/a")).sort()).toEqual(["tabs", "widths"]);
});

it("starts empty where its file is damaged", async () => {
  const userData = temp();
  const state = new WindowState(userData);
  await state.keep("/a", "tabs", { at: 1, value: 1 });
  const [name = ""] = readdirSync(join(userData, "windows"));
  writeFileSync(join(userData, "windows", name), "{");
  expect(await state.read("/a")).toEqual({});
});
