import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The folder of the `electron` package, when it is installed. */
export const findElectronPackage = (root: string): string | null => {
  try {
    return dirname(createRequire(join(root, "package.json")).resolve("electron/package.json"));
  } catch {
    return null;
  }
};

/** Electron's executable: the one named by SATCHEL_ELECTRON, otherwise the one that the package fetched. */
export const findElectron = (root: string): string | null => {
  const named = process.env.SATCHEL_ELECTRON;
  if (named) return existsSync(named) ? named : null;
  const folder = findElectronPackage(root);
  const pathFile = folder && join(folder, "path.txt");
  if (!folder || !pathFile || !existsSync(pathFile)) return null;
  const executable = join(folder, "dist", readFileSync(pathFile, "utf8"));
  return existsSync(executable) ? executable : null;
};
