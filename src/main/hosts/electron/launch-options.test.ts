import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readLaunchOptions } from "./launch-options.ts";

const read = (...args: string[]) => readLaunchOptions(["electron", ".", ...args], "/start");

it("takes its own options in both spellings, between those of Chromium", () => {
  expect(read("--no-sandbox", "--core=ws://127.0.0.1:1#t", "--inspect=0", "--user-data-dir", "/d")).toEqual({
    core: "ws://127.0.0.1:1#t",
    project: null,
    userData: resolve("/d"),
  });
});

it("reads a project relative to where it was started, unless the core is elsewhere", () => {
  expect(read("--project", "notes").project).toBe(resolve("/start/notes"));
  expect(read("--project=notes", "--core=ws://127.0.0.1:1#t").project).toBe("notes");
});

it("takes an option without a value for none", () => {
  expect(read("--project")).toEqual({ core: null, project: null, userData: null });
  expect(read("--core=")).toMatchObject({ core: null });
});
