import { expect, it, vi } from "vitest";
import { type MenuOptions, menuTemplate } from "./menu.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

type Item = {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: unknown;
  readonly submenu?: unknown;
  readonly click?: unknown;
};
const items = (platform: NodeJS.Platform, devTools = false, command: MenuOptions["command"] = () => {}) =>
  flatten(menuTemplate({ platform, devTools, command, zoom: () => {} }));
const flatten = (menu: readonly Item[]): readonly Item[] =>
  menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu as Item[]) : [])]);
const roles = (found: readonly Item[]) => found.map((item) => item.role).filter(Boolean);

it("has the usual shortcuts", () => {
  const keys = new Map(items("linux").map((item) => [item.label, item.accelerator]));
  expect(keys.get("Open folder…")).toBe("CmdOrCtrl+O");
  expect(keys.get("Save")).toBe("CmdOrCtrl+S");
  expect(keys.get("Settings…")).toBe("CmdOrCtrl+,");
  expect(keys.get("Command palette")).toBe("CmdOrCtrl+K");
  expect(keys.get("Zoom in")).toBe("CmdOrCtrl+=");
  expect(roles(items("linux"))).toEqual(
    expect.arrayContaining(["undo", "redo", "cut", "copy", "paste", "quit"]),
  );
});

it("uses no shortcut twice", () => {
  const keys = items("darwin", true).flatMap((item) => item.accelerator ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

it("has the app menu on a Mac, with settings and quit only there", () => {
  expect(roles(items("darwin"))).toContain("appMenu");
  expect(items("darwin").filter((item) => item.label === "Settings…")).toHaveLength(1);
  expect(roles(items("darwin")).filter((role) => role === "quit")).toHaveLength(1);
  expect(roles(items("win32"))).not.toContain("appMenu");
});

it("offers developer tools and reload to developers only", () => {
  expect(roles(items("linux", false))).not.toContain("toggleDevTools");
  expect(roles(items("linux", false))).not.toContain("reload");
  expect(roles(items("linux", true))).toEqual(expect.arrayContaining(["toggleDevTools", "reload"]));
});

it("sends the page the commands that only it can carry out", () => {
  const command = vi.fn<MenuOptions["command"]>();
  const save = items("linux", false, command).find((item) => item.label === "Save");
  (save as { click(): void }).click();
  expect(command).toHaveBeenCalledWith("save");
});
