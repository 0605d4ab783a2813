import { serveMemoryOnStreams } from "../../mcp/server/serve-memory.ts";
import { findHostPaths } from "../host-paths.ts";
import type { Command } from "./command.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [--agent ID] [--project DIR] [--data DIR]",
  summary: "Serve the project's memory to another program over MCP, on standard input and output.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, { agent: { type: "string" }, ...projectFlags });
    expectNoMore(positionals);
    const { version } = findHostPaths(values.data);
    await withProject(values, terminal, (client) =>
      serveMemoryOnStreams(
        { client, version, agent: values.agent },
        { input: process.stdin, output: process.stdout, stop: terminal.stop },
      ),
    );
    return 0;
  },
};
