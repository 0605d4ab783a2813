import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Arch, build, Platform } from "electron-builder";
import { buildPackages } from "./build-packages.ts";
import { archivedFiles, bytesOf, lookIntoPackage } from "./look-into-package.ts";
import { oversizedOwn, type PackagePlatform } from "./package-sizes.ts";
import { findFaults, foreignNatives } from "./packed-app.ts";
import { makeStandIn } from "./stand-in-dist.ts";

const top = join(import.meta.dirname, "..");

/**
 * Packs the built app for Linux around a stand-in for Electron's binary, and inspects the result: does it
 * contain everything the app needs, and nothing else; are the fuses set; is it within its budget? Then packs it for the other systems, as
 * far as that is possible here: their own native modules are not installed, so what is checked is that nothing of
 * other systems is inside. Needs a build before, and no network.
 */
const main = async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-pack-"));
  try {
    const faults = [...(await packForLinux(join(folder, "linux")))];
    for (const arch of ["x64", "arm64"] as const)
      faults.push(...(await packForWindows(join(folder, arch), arch)));
    for (const fault of faults) console.error(fault);
    console.log(faults.length === 0 ? "The packed app is complete." : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const packForLinux = async (folder: string): Promise<readonly string[]> => {
  const electron = makeStandIn(join(folder, "electron"));
  const output = join(folder, "dist");
  await buildPackages({ electron, output, formats: [], version: "0.0.0" });
  const unpacked = join(output, "linux-unpacked");
  return [...findFaults(await lookIntoPackage(unpacked)), ...checkSize("linux-x64", unpacked)];
};

/** Electron's own part is a stand-in of a few bytes, so what is there is ours. */
const checkSize = (platform: PackagePlatform, unpacked: string): readonly string[] => {
  const bytes = bytesOf(unpacked);
  console.log(`${platform}: ${(bytes / 1_000_000).toFixed(1)} MB beside Electron`);
  return oversizedOwn(platform, bytes);
};

/** Without the fuses and the signature in the executable, which need a real one. */
const packForWindows = async (folder: string, arch: "x64" | "arm64"): Promise<readonly string[]> => {
  const electron = makeStandIn(join(folder, "electron"));
  renameSync(join(electron, "electron"), join(electron, "electron.exe"));
  await build({
    projectDir: top,
    targets: Platform.WINDOWS.createTarget("dir", arch === "x64" ? Arch.x64 : Arch.arm64),
    publish: "never",
    config: {
      extends: join(top, "electron-builder.yml"),
      electronDist: electron,
      electronFuses: null,
      disableAsarIntegrity: true,
      win: { signAndEditExecutable: false },
      directories: { output: join(folder, "dist") },
    },
  });
  const unpacked = readdirSync(join(folder, "dist")).find((name) => name.endsWith("-unpacked"));
  if (!unpacked) return [`There is no app for Windows ${arch}.`];
  const files = archivedFiles(join(folder, "dist", unpacked, "resources", "app.asar"));
  const own = [...files.keys()].some((path) => path.includes("win32"));
  return [
    ...foreignNatives({ files }, { platform: "win", arch }),
    ...checkSize(`win-${arch}`, join(folder, "dist", unpacked)),
    ...(own ? [] : [`Nothing for Windows is in the app for Windows ${arch}.`]),
  ].map((fault) => `Windows ${arch}: ${fault}`);
};

await main();
