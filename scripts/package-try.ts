import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findElectron } from "../src/main/hosts/find-electron.ts";
import { buildPackages, electronFolder, formatsHere } from "./build-packages.ts";
import { openCleanRoot } from "./clean-root.ts";
import { bytesOf, lookIntoPackage } from "./look-into-package.ts";
import { findFaults } from "./packed-app.ts";
import { oversized } from "./package-sizes.ts";
import { tryArchive } from "./try-archive.ts";
import { tryInRoot } from "./try-in-root.ts";

/**
 * Makes the packages for Linux that can be made on this machine, looks into them, starts the app of the tar.gz, and,
 * with `--root DIR` and the rights of root, installs the deb in a clean Debian in that folder: start, first answer, update, second answer,
 * removal. `--fast`: only the deb, compressed less. Needs a build and `npm run notices` before, and an Electron (SATCHEL_ELECTRON, or the installed one).
 */
const top = join(import.meta.dirname, "..");
const versions = ["0.1.0-try.1", "0.1.0-try.2"] as const;

const main = async (): Promise<readonly string[]> => {
  const executable = findElectron(top);
  const electron = executable && electronFolder(executable);
  if (!electron) return ["There is no Electron to pack: name one by SATCHEL_ELECTRON."];
  const { made, leftOut } = formatsHere(process.env);
  for (const sentence of leftOut) console.log(sentence);
  const output = mkdtempSync(join(tmpdir(), "satchel-packages-"));
  try {
    const first = join(output, "first");
    mkdirSync(first);
    const fast = process.argv.includes("--fast");
    const formats = fast ? made.filter((format) => format === "deb") : made;
    await buildPackages({ electron, output: first, formats, version: versions[0], fast });
    // Sizes count only as they would be released.
    const faults = [...(await inspect(first, fast)), ...(await tryArchiveIn(first))];
    const root = option("--root");
    if (root === null || !made.includes("deb")) {
      console.log("Not installed: give --root DIR, and a deb must have been made.");
      return faults;
    }
    const second = join(output, "second");
    mkdirSync(second);
    await buildPackages({ electron, output: second, formats: ["deb"], version: versions[1], fast });
    const clean = openCleanRoot(root);
    try {
      return [...faults, ...(await tryInRoot(clean, debIn(first), debIn(second)))];
    } finally {
      clean.close();
    }
  } finally {
    if (!process.argv.includes("--keep")) rmSync(output, { recursive: true, force: true });
    else console.log(output);
  }
};

const inspect = async (folder: string, fast: boolean): Promise<readonly string[]> => {
  const unpacked = join(folder, "linux-unpacked");
  const installers = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /\.(deb|rpm|AppImage|tar\.gz)$/.test(name))
      .map((name) => [name, bytesOf(join(folder, name))]),
  );
  const bytes = bytesOf(unpacked);
  console.log(`Unpacked: ${mb(bytes)}`);
  for (const [name, size] of Object.entries(installers)) console.log(`${name}: ${mb(size)}`);
  return [
    ...findFaults(await lookIntoPackage(unpacked)),
    ...oversized("linux-x64", bytes, fast ? {} : installers),
  ];
};

const tryArchiveIn = async (folder: string): Promise<readonly string[]> => {
  const name = readdirSync(folder).find((one) => one.endsWith(".tar.gz"));
  return name === undefined ? [] : tryArchive(join(folder, name));
};

const debIn = (folder: string): string => {
  const name = readdirSync(folder).find((one) => one.endsWith(".deb"));
  if (!name) throw new Error(`There is no deb in ${folder}.`);
  return join(folder, name);
};

const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

const option = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at === -1 ? null : (process.argv[at + 1] ?? null);
};

const faults = await main();
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? "The packages are as they should be." : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
