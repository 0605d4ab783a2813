import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { HostPaths } from "../host-paths.ts";
import { obtainElectron } from "./obtain-electron.ts";

vi.stubEnv("SATCHEL_ELECTRON", "");

/** A copy of Satchel's folder with an `electron` package whose installer runs this code. */
const installed = (code: string): HostPaths => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "satchel-root-")));
  const folder = join(root, "node_modules", "electron");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"satchel"}');
  writeFileSync(join(folder, "package.json"), '{"name":"electron","version":"1.0.0"}');
  writeFileSync(join(folder, "install.js"), code);
  return {
    root,
    userData: join(root, "data"),
    resources: root,
    renderer: root,
    version: "0.0.0",
    documents: null,
  };
};

const quiet = { err: () => {}, onInterrupt: () => () => {} };
const noon = new Date("2026-05-01T12:00:00Z");
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

const fetches = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  mkdirSync(__dirname + "/dist");
  writeFileSync(__dirname + "/dist/electron", "");
  writeFileSync(__dirname + "/path.txt", "electron");`;

it("fetches the binary when it is missing", async () => {
  const paths = installed(fetches);
  const path = join(paths.root, "node_modules", "electron", "dist", "electron");
  expect(await obtainElectron(paths, quiet, false, noon)).toEqual({ path });
});

it("does not wait again for a day after a failure, unless asked to", async () => {
  const paths = installed("process.exit(1)");
  const failed = { why: expect.stringContaining("could not be fetched from this network") };
  const remembered = { why: expect.stringContaining("earlier today") };
  expect(await obtainElectron(paths, quiet, false, noon)).toEqual(failed);
  expect(await obtainElectron(paths, quiet, false, hoursLater(23))).toEqual(remembered);
  expect(await obtainElectron(paths, quiet, true, hoursLater(23))).toEqual(failed);
  expect(await obtainElectron(paths, quiet, false, hoursLater(23 + 25))).toEqual(failed);
});

it("reports that the package is not installed", async () => {
  const root = mkdtempSync(join(tmpdir(), "satchel-root-"));
  writeFileSync(join(root, "package.json"), "{}");
  const paths = { root, userData: root, resources: root, renderer: root, version: "0.0.0", documents: null };
  expect(await obtainElectron(paths, quiet, false, noon)).toEqual({ why: "Electron is not installed." });
});
