import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { forkChild } from "../base/fork-child.ts";
import { randomIds } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Ports } from "../ports/ports.ts";
import { fileVault } from "./file-vault.ts";
import { findElectron } from "./find-electron.ts";
import type { HostPaths } from "./host-paths.ts";

/** What a host on plain Node provides: no dialogs, no trash, no notifications, and keys in a file. */
export const nodePorts = (host: "web" | "cli", paths: HostPaths, log: Log): Ports => ({
  host,
  version: paths.version,
  clock: systemClock,
  ids: randomIds,
  log,
  vault: fileVault(join(paths.userData, "keys.json")),
  pickFolder: null,
  pickModelFile: null,
  startChild: forkChild,
  trash: null,
  notify: null,
  electronBinary: findElectron(paths.root),
});
