import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { expectedFuses, findFaults, foreignNatives, importsOf, type Packed } from "./packed-app.ts";

const contents: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "out/main/electron.js": 'import { app } from "electron";\nimport { z } from "zod/v4";\nimport "node:fs";\n',
  "out/main/cli.js": 'const core = await import("./chunks/core.js");',
  "out/main/chunks/core.js": 'import Database from "better-sqlite3";\n',
  "out/main/tokens.worker.js": "",
  "out/preload/bridge.cjs": 'const electron = require("electron");',
  "out/renderer/index.html": "",
  "node_modules/onnxruntime-web/dist/ort.node.min.mjs": "",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs": "",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm": "",
  "node_modules/js-tiktoken/dist/ranks/cl100k_base.js": "",
  "node_modules/js-tiktoken/dist/ranks/o200k_base.js": "",
  "node_modules/zod/package.json": "{}",
  "node_modules/better-sqlite3/package.json": '{"dependencies":{"bindings":"1"}}',
  "node_modules/better-sqlite3/node_modules/bindings/package.json": '{"dependencies":{"zod":"4"}}',
  "node_modules/better-sqlite3/prebuilds/linux-x64.node": "",
  "node_modules/sqlite-vec-linux-x64/vec0.so": "",
  "node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1": "",
  "node_modules/@node-llama-cpp/linux-x64/bins/llama.node": "",
};
const complete = (
  change: { without?: string; with?: Record<string, string>; inside?: string } = {},
): Packed => {
  const all = { ...contents, ...change.with };
  const paths = Object.keys(all).filter((path) => path !== change.without);
  const isUnpacked = (path: string) => path !== change.inside && /\.(node|so)(\.1)?$/.test(path);
  return {
    files: new Map(paths.map((path) => [path, { unpacked: isUnpacked(path) }])),
    read: (path) => all[path] ?? "",
    resources: [
      "satchel/icons/icon.png",
      "satchel/templates/bakery/template.json",
      "satchel/catalogue/models.json",
      "notices/third-party-licences.txt",
      "notices/components.cdx.json",
    ],
    fuses: expectedFuses,
  };
};

it("finds nothing wrong with a complete app", () => {
  expect(findFaults(complete())).toEqual([]);
});

it.each([
  ["out/main/cli.js", "out/main/cli.js is missing."],
  ["out/preload/bridge.cjs", "out/preload/bridge.cjs is missing."],
  ["node_modules/zod/package.json", "The package zod, which the app needs, is missing."],
  [
    "node_modules/better-sqlite3/node_modules/bindings/package.json",
    "The package bindings, which node_modules/better-sqlite3 needs, is missing.",
  ],
  ["node_modules/sqlite-vec-linux-x64/vec0.so", "The native code of sqlite-vec is missing."],
])("misses %s", (path, fault) => {
  expect(findFaults(complete({ without: path }))).toContain(fault);
});

it.each([
  ["docs/electron.md", "docs should not be packed."],
  ["out/main/a.test.js", "out/main/a.test.js should not be packed."],
  ["node_modules/monaco-editor/package.json", "The package monaco-editor should not be packed."],
])("finds the stray %s", (path, fault) => {
  expect(findFaults(complete({ with: { [path]: "{}" } }))).toContain(fault);
});

it("finds native code that is inside the archive", () => {
  const inside = "node_modules/sqlite-vec-linux-x64/vec0.so";
  expect(findFaults(complete({ inside }))).toEqual([
    `${inside} is in the archive, where no system can open it.`,
  ]);
});

it("finds wrong resources and fuses", () => {
  expect(findFaults({ ...complete(), resources: [] })).toHaveLength(5);
  expect(findFaults({ ...complete(), fuses: { ...expectedFuses, RunAsNode: true } })).toEqual([
    "The fuse RunAsNode should be off.",
  ]);
});

it("reads every form of import in a bundle", () => {
  const code =
    'import a, { b } from "one";\nimport "two";\nexport { c } from "three";\nawait import("four"); access.require("Five"); x = "import y from \'no\'";';
  expect(importsOf(code)).toEqual(["one", "two", "three", "four"]);
});

const config = parse(readFileSync(join(import.meta.dirname, "../electron-builder.yml"), "utf8")) as {
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly asarUnpack: readonly string[];
  readonly publish: unknown;
};

it("asks the packer for the fuses that the packed app is checked for", () => {
  const asked = Object.entries(config.electronFuses).map(([name, on]) => [
    name[0]?.toUpperCase() + name.slice(1),
    on,
  ]);
  expect(Object.fromEntries(asked)).toEqual(expectedFuses);
});

it("publishes nothing and keeps native modules out of the archive", () => {
  expect(config.publish).toBeNull();
  expect(config.asarUnpack).toEqual(
    expect.arrayContaining(["node_modules/better-sqlite3/**", "node_modules/sqlite-vec-*/**"]),
  );
});

it.each([
  "node_modules/onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll",
  "node_modules/onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1",
  "node_modules/better-sqlite3/prebuilds/linuxmusl-x64.node",
  "node_modules/@node-llama-cpp/linux-x64-vulkan/bins/libggml-vulkan.so",
])("refuses %s, which is for a different system", (path) => {
  expect(findFaults(complete({ with: { [path]: "" } }))).toContain(`${path} is for a different system.`);
});

it("names what a package for Linux must have: an address, a maintainer and one name for window and menu", () => {
  const top = join(import.meta.dirname, "..");
  const { homepage, desktopName } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  const { linux } = parse(readFileSync(join(top, "electron-builder.yml"), "utf8")) as {
    linux: Record<string, unknown>;
  };
  expect(homepage).toMatch(/^https:/);
  expect(desktopName).toBe("satchel.desktop");
  expect(linux).toMatchObject({ maintainer: expect.stringContaining("@"), syncDesktopName: true });
});

it.each([
  ["win", "arm64", "node_modules/onnxruntime-node/bin/napi-v6/win32/arm64/onnxruntime.dll"],
  ["mac", "x64", "node_modules/better-sqlite3/prebuilds/darwin-x64.node"],
] as const)("knows what a package for %s %s may hold", (platform, arch, own) => {
  const files = new Map(
    [own, "node_modules/better-sqlite3/prebuilds/linux-x64.node", "node_modules/x/win32-x64/a.node"].map(
      (path) => [path, { unpacked: true }],
    ),
  );
  expect(foreignNatives({ files }, { platform, arch })).toHaveLength(2);
});

it("names the libraries that a Debian without a desktop lacks", () => {
  const { deb } = parse(readFileSync(join(import.meta.dirname, "../electron-builder.yml"), "utf8")) as {
    deb: { depends: readonly string[] };
  };
  expect(deb.depends).toEqual(expect.arrayContaining(["libgbm1", "libasound2 | libasound2t64"]));
});
