import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { sha256 } from "./look-into-package.ts";
import { makeStandIn } from "./stand-in-dist.ts";

/**
 * Builds and packs the app twice from nothing, and compares the archives: every build of a commit must give the
 * same `app.asar`. Needs no network and no Electron. Takes two builds.
 */
const top = join(import.meta.dirname, "..");

const main = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-twice-"));
  try {
    const first = await builtOnce(join(folder, "first"));
    const second = await builtOnce(join(folder, "second"));
    console.log(`app.asar: ${first.archive}`);
    console.log(`          ${second.archive}`);
    for (const [path, hash] of second.files)
      if (first.files.get(path) !== hash) console.error(`${path} differs.`);
    return first.archive === second.archive;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

type Built = { readonly archive: string; readonly files: ReadonlyMap<string, string> };

const builtOnce = async (folder: string): Promise<Built> => {
  rmSync(join(top, "out"), { recursive: true, force: true });
  const built = spawnSync("npm", ["run", "-s", "build"], {
    cwd: top,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (built.status !== 0) throw new Error("The build failed.");
  const output = join(folder, "dist");
  await buildPackages({
    electron: makeStandIn(join(folder, "electron")),
    output,
    formats: [],
    version: "0.0.0",
  });
  const archive = await sha256(join(output, "linux-unpacked", "resources", "app.asar"));
  return { archive, files: await hashesIn(join(top, "out")) };
};

const hashesIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path.slice(folder.length + 1), await sha256(path));
  }
  return found;
};

const isSame = await main();
console.log(isSame ? "Both builds are the same." : "The builds differ.");
process.exitCode = isSame ? 0 : 1;
