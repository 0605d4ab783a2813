import { expect, it } from "vitest";
import { userDataFolder } from "./host-paths.ts";

it("uses Electron's data folder on each system", () => {
  expect(userDataFolder("linux", {}, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "/cfg" }, "/home/ada")).toBe("/cfg/Satchel");
  expect(userDataFolder("darwin", {}, "/Users/ada")).toBe("/Users/ada/Library/Application Support/Satchel");
  expect(userDataFolder("win32", { APPDATA: "/roaming" }, "/ada")).toBe("/roaming/Satchel");
});

it("ignores an empty or relative variable, and never writes to the current folder", () => {
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "" }, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "cfg" }, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("win32", { APPDATA: "" }, "/ada")).toBe("/ada/AppData/Roaming/Satchel");
});

it("prefers the folder that the user chose", () => {
  expect(userDataFolder("linux", { SATCHEL_DATA: "/mine", XDG_CONFIG_HOME: "/cfg" }, "/home/ada")).toBe(
    "/mine",
  );
});
