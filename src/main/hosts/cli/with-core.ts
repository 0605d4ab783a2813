import { type Client, createClient } from "#shared/contract/index.ts";
import { streamLog } from "../../base/log.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import { createSharedCore } from "../shared-core.ts";
import type { Terminal } from "./terminal.ts";

/** A core without a project, closed afterwards. */
export const withCore = async <T>(
  { data }: { readonly data?: string | undefined },
  terminal: Terminal,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const paths = findHostPaths(data);
  const log = streamLog((line) => terminal.err(line));
  const core = createSharedCore(nodePorts("cli", paths, log), paths);
  const client = createClient({
    request: (method, input, signal) => core.dispatch(method, input, signal ?? terminal.stop),
    listen: (listener) => core.on(listener),
  });
  try {
    return await run(client);
  } finally {
    await core.close();
  }
};
