import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "./command.ts";

/** `parseArgs`, but with a usage error instead of its own. */
export const readFlags = <Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(firstSentence(error instanceof Error ? error.message : String(error)));
  }
};

export const readPort = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`);
};

export const expectNoMore = (positionals: readonly string[]): void => {
  if (positionals[0] !== undefined) throw new UsageError(`"${positionals[0]}" is not expected here.`);
};

const firstSentence = (message: string) => `${message.split(". ")[0]?.replace(/\.$/, "")}.`;
