import { expect, it } from "vitest";
import { userDataFolder } from "./host-paths.ts";

it("keeps the person's data where Electron keeps it on each system", () => {
  expect(userDataFolder("linux", {}, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "/cfg" }, "/home/ada")).toBe("/cfg/Satchel");
  expect(userDataFolder("darwin", {}, "/Users/ada")).toBe("/Users/ada/Library/Application Support/Satchel");
  expect(userDataFolder("win32", { APPDATA: "/roaming" }, "/ada")).toBe("/roaming/Satchel");
});

it("takes an empty or relative variable for none, and never writes where it was started", () => {
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "" }, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "cfg" }, "/home/ada")).toBe("/home/ada/.config/Satchel");
  expect(userDataFolder("win32", { APPDATA: "" }, "/ada")).toBe("/ada/AppData/Roaming/Satchel");
});

it("lets the person's own choice of folder win", () => {
  expect(userDataFolder("linux", { SATCHEL_DATA: "/mine", XDG_CONFIG_HOME: "/cfg" }, "/home/ada")).toBe(
    "/mine",
  );
});
