import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package of the app, as the lock names it. */
export type Shipped = {
  /** Path from the project: `node_modules/zod`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The texts of its licence files, in the order of their names. */
  readonly texts: readonly string[];
};

type Locked = { readonly dev?: boolean; readonly link?: boolean; readonly version?: string };

/** Installed packages that the app needs at run time. Packages for other systems are in the lock, not on disk. */
export const shippedPackages = (top: string): readonly Shipped[] => {
  const lock = JSON.parse(readFileSync(join(top, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { dev, link }]) => folder !== "" && !dev && !link)
    .flatMap(([folder, { version = "" }]) => {
      const manifest = readManifest(join(top, folder));
      return manifest ? [{ folder, version, ...manifest, texts: licenceTexts(join(top, folder)) }] : [];
    })
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
};

/** One text for all packages: a package per heading, the same licence text printed once. */
export const thirdPartyText = (packages: readonly Shipped[]): string => {
  const owners = new Map<string, string[]>();
  for (const { name, version, licence, texts } of packages) {
    const text = texts.join("\n\n").trim() || `Licence: ${licence}. The package contains no licence text.`;
    owners.set(text, [...(owners.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const parts = [...owners].map(([text, names]) => `${[...new Set(names)].join("\n")}\n\n${text}\n`);
  return `Satchel contains the following packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
};

const readManifest = (folder: string): { name: string; licence: string } | null => {
  try {
    const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name: string;
      license?: string | { type?: string };
    };
    return { name, licence: (typeof license === "object" ? license.type : license) ?? "not stated" };
  } catch {
    return null;
  }
};

const licenceTexts = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|notice|copying)/i.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n"));
