import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedPackages, thirdPartyText } from "./third-party.ts";

/**
 * Writes what a package of the app says about others: their licences, and a list of components (CycloneDX) for
 * tools that look for known faults. Run before packing; the results go into the package beside the app.
 */
const top = join(import.meta.dirname, "..");
const folder = join(top, "dist", "notices");
const packages = shippedPackages(top);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "third-party-licences.txt"), thirdPartyText(packages));
const list = execFileSync("npm", ["sbom", "--omit", "dev", "--sbom-format", "cyclonedx"], {
  cwd: top,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "inherit"],
  shell: process.platform === "win32",
});
writeFileSync(join(folder, "components.cdx.json"), withoutMoment(list));
console.log(`${packages.length} packages in ${folder}.`);

/** The time and the random number of a run would make two builds differ. */
function withoutMoment(text: string): string {
  const { serialNumber: _serial, metadata, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const { timestamp: _timestamp, ...about } = metadata as Record<string, unknown>;
  return `${JSON.stringify({ ...rest, metadata: about }, null, 2)}\n`;
}
