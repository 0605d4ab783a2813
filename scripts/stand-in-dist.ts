import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the packer expects in an Electron for Linux: an executable with fuses, set as Electron ships them. */
export const makeStandIn = (folder: string): string => {
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
