import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, Platform } from "electron-builder";
import { lookIntoPackage } from "./look-into-package.ts";
import { findFaults, type Packed } from "./packed-app.ts";

/**
 * Packs the built app for Linux around a stand-in for Electron's binary, and inspects the result: does it
 * contain everything the app needs, and nothing else; are the fuses set? Needs a build before, and no
 * network.
 */
const top = join(import.meta.dirname, "..");

const main = async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-pack-"));
  try {
    const faults = findFaults(await pack(folder));
    for (const fault of faults) console.error(fault);
    console.log(faults.length === 0 ? "The packed app is complete." : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const pack = async (folder: string): Promise<Packed> => {
  const electronDist = makeStandIn(join(folder, "electron"));
  await build({
    projectDir: top,
    targets: Platform.LINUX.createTarget("dir"),
    publish: "never",
    config: {
      extends: join(top, "electron-builder.yml"),
      electronDist,
      directories: { output: join(folder, "dist") },
    },
  });
  return lookIntoPackage(join(folder, "dist", "linux-unpacked"));
};

/** What the packer expects in an Electron for Linux: an executable with fuses, set as Electron ships them. */
const makeStandIn = (folder: string): string => {
  mkdirSync(join(folder, "resources"), { recursive: true });
  mkdirSync(join(folder, "locales"));
  // An empty folder is not copied, and the packer looks into it for locales to leave out.
  writeFileSync(join(folder, "locales", "en-US.pak"), "");
  const fuses = Buffer.from("101100010");
  const executable = join(folder, "electron");
  const parts = [Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"), Buffer.from([1, fuses.length]), fuses];
  writeFileSync(executable, Buffer.concat(parts));
  chmodSync(executable, 0o755);
  return folder;
};

await main();
