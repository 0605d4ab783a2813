import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { needsBuild } from "./needs-build.ts";

let top: string;
const put = (path: string, seconds: number) => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), "");
  utimesSync(join(top, path), seconds, seconds);
};
const touch = (path: string, seconds: number) => utimesSync(join(top, path), seconds, seconds);

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "satchel-build-"));
  for (const path of ["src/main/a.ts", "src/main/a.test.ts", "package.json", "electron.vite.config.ts"])
    put(path, 10);
  for (const path of ["cli.js", "electron.js"]) put(`out/main/${path}`, 20);
  put("out/preload/bridge.cjs", 20);
  put("out/renderer/index.html", 20);
  for (const path of ["src/main", "src"]) touch(path, 10);
});

it("keeps a build that is newer than every source", () => {
  expect(needsBuild(top)).toBe(false);
});

it("builds when a source changed, was removed, or an output is missing", () => {
  put("src/main/a.ts", 30);
  expect(needsBuild(top)).toBe(true);
  put("src/main/a.ts", 10);
  touch("src/main", 30);
  expect(needsBuild(top)).toBe(true);
  touch("src/main", 10);
  expect(needsBuild(top)).toBe(false);
  rmSync(join(top, "out/renderer/index.html"));
  expect(needsBuild(top)).toBe(true);
});

it("does not build for a test that changed", () => {
  put("src/main/a.test.ts", 30);
  touch("src/main", 10);
  expect(needsBuild(top)).toBe(false);
});
