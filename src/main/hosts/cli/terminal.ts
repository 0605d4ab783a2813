import { once } from "node:events";

/** Standard output for answers, standard error for everything else. */
export type Terminal = {
  /** Waits while the reader is slow; false when the reader is gone. */
  out(text: string): Promise<boolean>;
  err(text: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Aborted by Ctrl-C, by a termination signal, and when the reader of standard output is gone. */
  readonly stop: AbortSignal;
  /** While this listens, Ctrl-C does nothing else; returns a function that stops listening. */
  onInterrupt(run: () => void): () => void;
};

export const processTerminal = (): Terminal => {
  const stop = new AbortController();
  // `satchel … | head -1` closes the pipe early. That is not an error.
  process.stdout.on("error", () => stop.abort());
  process.stderr.on("error", () => {});
  let interrupt: (() => void) | null = null;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (signal === "SIGINT" && interrupt) return interrupt();
      // A second signal exits at once.
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return {
    out: async (text) => {
      if (!process.stdout.writable) return false;
      if (!process.stdout.write(visible(text))) {
        await once(process.stdout, "drain", { signal: stop.signal }).catch(() => {});
      }
      return process.stdout.writable;
    },
    err: (text) => void process.stderr.write(visible(text)),
    input: process.stdin,
    stop: stop.signal,
    onInterrupt: (run) => {
      interrupt = run;
      return () => {
        interrupt = null;
      };
    },
  };
};

/**
 * Control characters as `\\u001b`: text from a model or a file must not move the cursor, erase the question
 * or write to the clipboard. Inside JSON this is the same text. Line ends and tabs stay.
 */
export const visible = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g, (char) => {
    const code = char.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${code}`;
  });
