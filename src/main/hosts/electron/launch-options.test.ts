import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readLaunchOptions } from "./launch-options.ts";

const read = (...args: string[]) => readLaunchOptions(["electron", ".", ...args], "/start", {});

it("reads its own options in both spellings, between those of Chromium", () => {
  expect(read("--no-sandbox", "--core-file=core.txt", "--inspect=0", "--user-data-dir", "/d")).toEqual({
    core: null,
    coreFile: resolve("/start/core.txt"),
    project: null,
    userData: resolve("/d"),
    link: null,
  });
});

it("resolves a project relative to the current folder, unless the core is remote", () => {
  expect(read("--project", "notes").project).toBe(resolve("/start/notes"));
  expect(read("--project=notes", "--core-file=core.txt").project).toBe("notes");
  const environment = { SATCHEL_CORE: "ws://127.0.0.1:1#t" };
  expect(readLaunchOptions(["electron", ".", "--project=notes"], "/start", environment).project).toBe(
    "notes",
  );
});

it("ignores an option without a value", () => {
  expect(read("--project")).toEqual({
    core: null,
    coreFile: null,
    project: null,
    userData: null,
    link: null,
  });
  expect(read("--core=")).toMatchObject({ core: null });
});

it("follows only the link when it is started with one, also behind the end of the options", () => {
  const link = "satchel://open?folder=/a";
  const nothing = { core: null, coreFile: null, project: null };
  expect(read("--project=notes", "--core=ws://127.0.0.1:1#t", link)).toMatchObject({ ...nothing, link });
  expect(read("--", link)).toMatchObject({ link });
  expect(read("--", link, "--core-file=x")).toMatchObject({ ...nothing, link });
  expect(read("--project=satchel:x").link).toBeNull();
});
