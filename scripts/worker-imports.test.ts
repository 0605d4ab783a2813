import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importedFile, importsOf } from "./direction-check.ts";

const top = join(import.meta.dirname, "..");

/** The user waits for these: they start when a folder is opened, or with the first question. */
const workers = [
  "src/main/store/store.worker.ts",
  "src/main/workspace/watch.worker.ts",
  "src/main/memory/recall/memory.worker.ts",
  "src/main/tokens/tokens.worker.ts",
  "src/main/influence/quoted/quoted.worker.ts",
];

/** Types are removed before a file runs, so their files are not loaded. */
const withoutTypes = (source: string): string =>
  source.replaceAll(/^(?:import|export) type [^;]*;/gm, "").replaceAll(/\btype [\w$]+(?:,|(?= ?\}))/g, "");

/** Every file that a worker loads, and the packages. */
const loadedBy = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  const source = withoutTypes(readFileSync(join(top, file), "utf8"));
  for (const specifier of importsOf(source).filter((each) => !isEmptyImport(source, each))) {
    const next = importedFile(file, specifier);
    if (next === null) found.add(specifier);
    else loadedBy(next, found);
  }
  return found;
};

const isEmptyImport = (source: string, specifier: string): boolean =>
  new RegExp(`(?:import|export) \\{\\s*\\} from "${specifier}"`).test(source);

it.each(workers)("%s loads neither the contract nor its schemas", (worker) => {
  const loaded = [...loadedBy(worker)];
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded).not.toContain("src/shared/contract/contract.ts");
  expect(loaded).not.toContain("zod");
});
