import { once } from "node:events";
import { parseArgs } from "node:util";
import { streamLog } from "../../src/main/base/log.ts";
import { createCore } from "../../src/main/create-core.ts";
import { openFirstProject } from "../../src/main/hosts/first-project.ts";
import { findHostPaths } from "../../src/main/hosts/host-paths.ts";
import { nodePorts } from "../../src/main/hosts/node-ports.ts";
import { serveWeb } from "../../src/main/hosts/web/serve-web.ts";

/**
 * The core of `npm run dev`, straight from the sources. Its port and token come from `dev.ts` and survive a
 * restart, so the page only reconnects. The token comes over the message channel: arguments and the
 * environment of a process can be read by others.
 */
const { values } = parseArgs({ options: { data: { type: "string" }, project: { type: "string" } } });
const [{ port, token, root }] = (await once(process, "message")) as [
  { port: number; token: string; root: string },
];
const paths = findHostPaths(values.data);
const log = streamLog((line) => process.stderr.write(line));
const core = createCore(nodePorts("web", paths, log), paths);
const host = await serveWeb({ core, root, port, token, version: paths.version, log });
await openFirstProject(core, paths, values.project);
process.send?.({ port: host.port });

process.once("SIGTERM", () => {
  // The page's socket ends with the process; a closing handshake would take half of a restart.
  void core.close().then(() => process.exit(0));
});
// Exits when `dev.ts` is gone.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
