import { join, resolve } from "node:path";
import { buildSite } from "./build-site.ts";

/** `npm run site`: the guide and the reference as static pages in `dist/site`. */
const site = join(resolve(import.meta.dirname, "../.."), "dist", "site");
const broken = buildSite(site);
for (const link of broken) console.error(`Leads nowhere: ${link}`);
console.log(broken.length === 0 ? `The site is in ${site}.` : `${broken.length} links lead nowhere.`);
process.exitCode = broken.length === 0 ? 0 : 1;
