import type { Terminal } from "./terminal.ts";

/** One word of the command line. */
export type Command = {
  readonly name: string;
  /** What follows `satchel `. */
  readonly usage: string;
  readonly summary: string;
  /** Returns the exit code. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
};

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
