import { once } from "node:events";
import { streamLog } from "../../base/log.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import { createSharedCore } from "../shared-core.ts";
import { type LaunchPage, writeLaunchPage } from "../web/launch-page.ts";
import { openInBrowser } from "../web/open-in-browser.ts";
import { serveWeb } from "../web/serve-web.ts";
import type { Command } from "./command.ts";
import { openFirstProject } from "../first-project.ts";
import { expectNoMore, readFlags, readPort } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve [--port N] [--project DIR] [--open] [--data DIR]",
  summary: "Serve the app on 127.0.0.1 and print its address.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      port: { type: "string" },
      project: { type: "string" },
      open: { type: "boolean", default: false },
      data: { type: "string" },
    });
    expectNoMore(positionals);
    return serveUntilStopped({ ...values, port: readPort(values.port) }, terminal);
  },
};

export type ServeOptions = {
  readonly port: number;
  readonly project?: string | undefined;
  readonly open: boolean;
  readonly data?: string | undefined;
};

export const serveUntilStopped = async (options: ServeOptions, terminal: Terminal): Promise<number> => {
  const paths = findHostPaths(options.data);
  const log = streamLog((line) => terminal.err(line));
  const core = createSharedCore(nodePorts("web", paths, log), paths);
  let page: LaunchPage | null = null;
  try {
    // The port first: if it is not available, no project was opened and no sample created.
    const host = await serveWeb({
      core,
      root: paths.renderer,
      port: options.port,
      version: paths.version,
      log,
      onConnect: () => void page?.remove(),
    });
    try {
      await openFirstProject(core, paths, options.project);
      await terminal.out(`Satchel runs at this address until you press Ctrl-C:\n\n${host.url}\n\n`);
      if (options.open) {
        page = await writeLaunchPage(paths.userData, host.url);
        openInBrowser(page.file);
      }
      if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    } finally {
      endLate(terminal);
      await page?.remove();
      await host.close();
    }
    return 0;
  } finally {
    await core.close();
  }
};

/** How long closing may take. What was acknowledged is on the disk by then, also after a kill. */
const MAX_CLOSING_MS = 30_000;

/** Ends the process when something does not close, such as a connection that nobody answers. */
const endLate = (terminal: Terminal): void => {
  const end = () => {
    terminal.err(
      "Satchel could not close everything in half a minute and ends now. What was saved is saved.\n",
    );
    process.exit(1);
  };
  // Does not keep the process alive.
  setTimeout(end, MAX_CLOSING_MS).unref();
};
