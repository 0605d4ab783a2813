import { expect, it } from "vitest";
import { isLink, readOpenLink } from "./open-link.ts";

const read = (text: string) => readOpenLink(text, "linux");
const readOnWindows = (text: string) => readOpenLink(text, "win32");

it("reads a folder and a view", () => {
  expect(read("satchel://open?folder=/home/ada/My%20notes&view=budget")).toEqual({
    folder: "/home/ada/My notes",
    command: "show-budget",
  });
  expect(read("SATCHEL://open/?folder=%2Fhome%2Fada")).toEqual({ folder: "/home/ada", command: null });
  expect(readOnWindows("satchel://open?folder=C%3A%5CUsers%5CAda")).toEqual({
    folder: "C:\\Users\\Ada",
    command: null,
  });
});

it("shows the folder that would be opened, not a way around it", () => {
  expect(read("satchel://open?folder=/home/ada/notes/../../eve")?.folder).toBe("/home/eve");
});

it.each([
  ["a different action", "satchel://delete?folder=/home/ada"],
  ["the app's own page", "satchel://app/index.html"],
  ["no folder", "satchel://open"],
  ["an empty folder", "satchel://open?folder="],
  ["a folder that depends on where the app was started", "satchel://open?folder=notes"],
  ["an unknown key", "satchel://open?folder=/a&core=ws://evil.example"],
  ["a key of every object", "satchel://open?folder=/a&__proto__=b"],
  ["a key twice", "satchel://open?folder=/a&folder=/b"],
  ["an unknown view", "satchel://open?folder=/a&view=settings"],
  ["a view that every object has", "satchel://open?folder=/a&view=constructor"],
  ["a path", "satchel://open/etc?folder=/a"],
  ["a user name", "satchel://ada@open?folder=/a"],
  ["a port", "satchel://open:80?folder=/a"],
  ["a fragment", "satchel://open?folder=/a#b"],
  ["a line break", "satchel://open?folder=/a%0Ab"],
  ["a NUL", "satchel://open?folder=/a%00b"],
  ["a turned line", "satchel://open?folder=/a%E2%80%AEb"],
  ["bytes that are not UTF-8", "satchel://open?folder=/a%FFb"],
  ["a very long one", `satchel://open?folder=/${"a".repeat(2_048)}`],
  ["a different scheme", "https://open?folder=/a"],
  ["no address", "satchel:"],
  ["nothing", ""],
])("refuses %s", (_what, text) => {
  expect(read(text)).toBeNull();
});

it.each(["\\\\server\\share", "//server/share", "\\\\?\\C:\\a", "/home/ada", "C:a", "\\a"])(
  "refuses %s on Windows",
  (folder) => {
    expect(readOnWindows(`satchel://open?folder=${encodeURIComponent(folder)}`)).toBeNull();
  },
);

it("tells links from other arguments", () => {
  expect(isLink("satchel://open?folder=/a")).toBe(true);
  expect(isLink("Satchel:x")).toBe(true);
  expect(isLink("--project=satchel:")).toBe(false);
  expect(isLink("/home/ada/satchel")).toBe(false);
});
