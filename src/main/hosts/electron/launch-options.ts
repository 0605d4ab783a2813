import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CORE_VARIABLE } from "../core-address.ts";
import { isLink } from "./open-link.ts";

export type LaunchOptions = {
  /**
   * Refused: a token must not be passed as an argument. `SATCHEL_CORE` and `--core-file` name a remote core.
   */
  readonly core: string | null;
  readonly coreFile: string | null;
  readonly project: string | null;
  readonly userData: string | null;
  /** `satchel://…`, not checked. A start with a link follows the link only. */
  readonly link: string | null;
};

/** Satchel's own options; all others belong to Chromium or Node. */
export const readLaunchOptions = (
  argv: readonly string[],
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): LaunchOptions => {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: {
      core: { type: "string" },
      "core-file": { type: "string" },
      project: { type: "string" },
      "user-data-dir": { type: "string" },
    },
    strict: false,
    allowPositionals: true,
  });
  const link = positionals.find(isLink) ?? null;
  // A link may be written by anyone, and systems differ in how they pass it on.
  const own = (value: unknown) => (link === null ? text(value) : null);
  const core = own(values.core);
  const coreFile = own(values["core-file"]);
  const isElsewhere = core !== null || coreFile !== null || Boolean(environment[CORE_VARIABLE]);
  const project = own(values.project);
  const userData = text(values["user-data-dir"]);
  return {
    core,
    coreFile: coreFile === null ? null : resolve(workingDirectory, coreFile),
    // The folder of a remote core is not a folder of this machine.
    project: project === null || isElsewhere ? project : resolve(workingDirectory, project),
    userData: userData === null ? null : resolve(workingDirectory, userData),
    link,
  };
};

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
