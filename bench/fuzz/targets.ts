import type { Target } from "./target.ts";
import { dataTargets } from "./targets/data.ts";
import { documentTargets } from "./targets/documents.ts";
import { importTargets } from "./targets/imports.ts";
import { serverTargets } from "./targets/servers.ts";
import { streamTargets } from "./targets/streams.ts";
import { textTargets } from "./targets/texts.ts";

/** Every parser that reads what Satchel did not write. */
export const targets: readonly Target[] = [
  ...textTargets,
  ...dataTargets,
  ...streamTargets,
  ...documentTargets,
  ...importTargets,
  ...serverTargets,
];
