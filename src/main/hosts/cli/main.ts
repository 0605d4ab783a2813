#!/usr/bin/env node
import { runOnRightNode } from "./right-node.ts";

/** The core is loaded only under a Node that can run it: its native modules would crash an older one. */
process.exitCode = await runOnRightNode(async () => {
  const { runCli } = await import("./run-cli.ts");
  return runCli(process.argv.slice(2));
});
