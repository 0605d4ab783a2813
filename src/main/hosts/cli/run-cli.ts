import { Failure } from "#shared/contract/index.ts";
import { findHostPaths } from "../host-paths.ts";
import { call } from "./call.ts";
import { chat } from "./chat.ts";
import { type Command, UsageError } from "./command.ts";
import { context } from "./context-command.ts";
import { doctor } from "./doctor.ts";
import { dream } from "./dream.ts";
import { importCommand } from "./import.ts";
import { inbox } from "./inbox.ts";
import { mcp } from "./mcp.ts";
import { memory } from "./memory.ts";
import { serve } from "./serve.ts";
import { start } from "./start.ts";
import { trust } from "./trust.ts";
import { watch } from "./watch.ts";
import { xray } from "./xray.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

const commands: readonly Command[] = [
  start,
  serve,
  call,
  context,
  chat,
  memory,
  mcp,
  inbox,
  importCommand,
  dream,
  xray,
  watch,
  trust,
  doctor,
];

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
