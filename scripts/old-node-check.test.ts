import { expect, it } from "vitest";
import { findTooNew } from "./old-node-check.ts";

const check = (change: Readonly<Record<string, string>> = {}) => {
  const files: Readonly<Record<string, string>> = {
    "main/electron.js":
      'import { a } from "./chunks/a.js";\nconst core = () => import("./chunks/create-core-1.js");\n',
    "main/chunks/a.js": "export const a = 1;\n",
    "main/chunks/create-core-1.js": 'import Database from "better-sqlite3";\n[].toSorted();\n',
    "main/chunks/remote-core-1.js": 'import { WebSocket } from "ws";\n',
    ...change,
  };
  return findTooNew((path) => files[path] ?? null, Object.keys(files));
};

it("lets native modules and new names be in what is loaded only on demand", () => {
  expect(check()).toEqual([]);
});

it("finds a native module that the window loads at once, also through another file", () => {
  expect(
    check({
      "main/chunks/a.js": 'import { b } from "./b.js";\n',
      "main/chunks/b.js": 'import "better-sqlite3";\n',
    }),
  ).toEqual(["main/chunks/b.js imports better-sqlite3 at once."]);
});

it("finds names that an older Node does not have, in the remote core too", () => {
  expect(check({ "main/chunks/remote-core-1.js": "Promise.withResolvers();\n" })).toEqual([
    "main/chunks/remote-core-1.js uses Promise.withResolvers.",
  ]);
});

it("does not pass when it cannot find the remote core", () => {
  expect(findTooNew(() => "", [])).toEqual(["The chunk of the remote core was not found."]);
});
