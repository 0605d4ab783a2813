import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isPlanting, KINDS, mustSeeAll, searchFiles, tallied } from "./planted.ts";

const ARTIFACTS = resolve(import.meta.dirname, "..", ".artifacts");
/** A run that saw nothing of these looked at nothing. */
const ALWAYS = ["servers", "files", "database cells", "printed characters"] as const;

/** After a run with planted secrets: what was looked through, and whether that was enough. */
export default (): void => {
  if (!isPlanting) return;
  const seen = tallied();
  // Pictures, traces and reports of the run itself.
  const { leaks, seen: artifacts } = existsSync(ARTIFACTS) ? searchFiles(ARTIFACTS) : { leaks: [], seen: {} };
  console.log("Looked for planted secrets in:");
  for (const kind of KINDS) console.log(`  ${String(seen[kind] ?? 0).padStart(10)} ${kind}`);
  console.log(`  ${String(artifacts.files ?? 0).padStart(10)} files of the run`);
  const unseen = (mustSeeAll ? KINDS : ALWAYS).filter((kind) => !seen[kind]);
  if (leaks.length > 0) throw new Error(`A planted secret is in the files of the run: ${leaks.join(", ")}`);
  if (unseen.length > 0) throw new Error(`The search saw nothing of: ${unseen.join(", ")}`);
};
