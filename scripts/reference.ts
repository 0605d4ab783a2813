import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referencePages } from "./reference/pages.ts";

/** Writes `docs/reference` from the schemas. */
const folder = join(import.meta.dirname, "../docs/reference");
mkdirSync(folder, { recursive: true });
const pages = Object.entries(referencePages());
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`${pages.length} pages in ${folder}.`);
