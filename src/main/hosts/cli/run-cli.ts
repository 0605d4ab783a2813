import { Failure } from "#shared/contract/index.ts";
import { findHostPaths } from "../host-paths.ts";
import { type Command, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** Returns the exit code: 0 done, 1 failed (the reason as JSON on standard error), 2 wrong usage. */
export const runCli = async (args: readonly string[]): Promise<number> => {
  const terminal = processTerminal();
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await terminal.out(help());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    await terminal.out(`${findHostPaths(undefined).version}\n`);
    return 0;
  }
  const command = commands.find((command) => command.name === name);
  if (!command) return wrongUsage(terminal, `There is no command "${name}".`, "--help");
  if (rest.includes("--help")) {
    await terminal.out(`Usage: satchel ${command.usage}\n\n${command.summary}\n`);
    return 0;
  }
  return runCommand(command, rest, terminal);
};

const runCommand = async (command: Command, args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) return wrongUsage(terminal, error.message, command.usage);
    if (!(error instanceof Failure)) throw error;
    terminal.err(`${JSON.stringify(error.toValue())}\n`);
    return 1;
  }
};

const wrongUsage = (terminal: Terminal, message: string, usage: string) => {
  terminal.err(`${message}\nUsage: satchel ${usage}\n`);
  return 2;
};

const help = () => {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  satchel ${usage.padEnd(width)}  ${summary}`);
  return [
    "Satchel, a desktop workspace for agents.",
    "",
    ...lines,
    "",
    "  --data DIR   keep settings, keys and recent projects there (or set SATCHEL_DATA)",
    "  --version    print the version",
    "",
  ].join("\n");
};
