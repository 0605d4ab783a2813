/** One line per message. Must never receive keys, prompts or file contents. */
export type Log = {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown, fields?: Readonly<Record<string, unknown>>): void;
};

/** Writes JSON lines to a stream. Standard output is reserved for answers, so hosts pass standard error. */
export const streamLog = (write: (line: string) => void, now: () => Date = () => new Date()): Log => {
  const line = (level: string, message: string, fields: Readonly<Record<string, unknown>> = {}) =>
    write(`${JSON.stringify({ at: now().toISOString(), level, message, ...fields })}\n`);
  return {
    info: (message, fields) => line("info", message, fields),
    warn: (message, fields) => line("warn", message, fields),
    error: (message, error, fields) => line("error", message, { ...fields, error: describe(error) }),
  };
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
