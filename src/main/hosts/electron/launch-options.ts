import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CORE_VARIABLE } from "../core-address.ts";

export type LaunchOptions = {
  /**
   * Refused: a token must not be passed as an argument. `SATCHEL_CORE` and `--core-file` name a remote core.
   */
  readonly core: string | null;
  readonly coreFile: string | null;
  readonly project: string | null;
  readonly userData: string | null;
};

/** Satchel's own options; all others belong to Chromium or Node. */
export const readLaunchOptions = (
  argv: readonly string[],
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): LaunchOptions => {
  const { values } = parseArgs({
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
  const core = text(values.core);
  const coreFile = text(values["core-file"]);
  const isElsewhere = core !== null || coreFile !== null || Boolean(environment[CORE_VARIABLE]);
  const project = text(values.project);
  const userData = text(values["user-data-dir"]);
  return {
    core,
    coreFile: coreFile === null ? null : resolve(workingDirectory, coreFile),
    // The folder of a remote core is not a folder of this machine.
    project: project === null || isElsewhere ? project : resolve(workingDirectory, project),
    userData: userData === null ? null : resolve(workingDirectory, userData),
  };
};

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
