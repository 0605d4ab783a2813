import { resolve } from "node:path";
import { parseArgs } from "node:util";

export type LaunchOptions = {
  /** `ws://127.0.0.1:PORT#token`: the core of a `satchel serve` elsewhere instead of the one in this process. */
  readonly core: string | null;
  readonly project: string | null;
  readonly userData: string | null;
};

/** Satchel's own options; whatever else stands there belongs to Chromium or Node. */
export const readLaunchOptions = (argv: readonly string[], workingDirectory: string): LaunchOptions => {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: {
      core: { type: "string" },
      project: { type: "string" },
      "user-data-dir": { type: "string" },
    },
    strict: false,
    allowPositionals: true,
  });
  const core = text(values.core);
  const project = text(values.project);
  const userData = text(values["user-data-dir"]);
  return {
    core,
    // The folder of a core elsewhere is not a folder of this machine.
    project: project === null || core !== null ? project : resolve(workingDirectory, project),
    userData: userData === null ? null : resolve(workingDirectory, userData),
  };
};

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
