import { type Client, createClient } from "#shared/contract/index.ts";
import { streamLog } from "../../base/log.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import { createSharedCore } from "../shared-core.ts";
import { UsageError } from "./command.ts";
import { projectHere } from "./project-here.ts";
import type { Terminal } from "./terminal.ts";

export type ProjectFlags = { readonly project?: string | undefined; readonly data?: string | undefined };

/** The two flags of every command that works on a project. */
export const projectFlags = { project: { type: "string" }, data: { type: "string" } } as const;

/** Opens the named project, or the current folder when it is one, and closes everything afterwards. */
export const withProject = async <T>(
  flags: ProjectFlags,
  terminal: Terminal,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const folder = flags.project ?? projectHere();
  if (folder === undefined) throw new UsageError("Name the project with --project DIR.");
  const paths = findHostPaths(flags.data);
  const log = streamLog((line) => terminal.err(line));
  const core = createSharedCore(nodePorts("cli", paths, log), paths);
  const client = createClient({
    request: (method, input, signal) => core.dispatch(method, input, signal ?? terminal.stop),
    listen: (listener) => core.on(listener),
  });
  try {
    await client.call("project.open", { folder });
    return await run(client);
  } finally {
    await core.close();
  }
};
