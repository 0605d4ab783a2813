import { forkChild } from "../base/fork-child.ts";
import { createEmbedder } from "./create-embedder.ts";

/**
 * Runs in a separate process: the native runtime decides once, when it is loaded, whether it reports to its
 * vendor.
 */
const embedder = createEmbedder({ resources: process.argv[2] ?? "resources", startChild: forkChild });
const [vector] = await embedder.embed(["a sack of rye"]);
process.stdout.write(String(vector?.length));
await embedder.close();
