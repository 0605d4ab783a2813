import type { Terminal } from "./terminal.ts";

/** One command of the command line. */
export type Command = {
  readonly name: string;
  /** The usage text after `satchel `. */
  readonly usage: string;
  readonly summary: string;
  /** Returns the exit code. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
};

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
