import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { lookIntoPackage } from "./look-into-package.ts";
import { findFaults, type Packed } from "./packed-app.ts";
import { makeStandIn } from "./stand-in-dist.ts";

/**
 * Packs the built app for Linux around a stand-in for Electron's binary, and inspects the result: does it
 * contain everything the app needs, and nothing else; are the fuses set? Needs a build before, and no
 * network.
 */
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
  const output = join(folder, "dist");
  const electron = makeStandIn(join(folder, "electron"));
  await buildPackages({ electron, output, formats: [], version: "0.0.0" });
  return lookIntoPackage(join(output, "linux-unpacked"));
};

await main();
