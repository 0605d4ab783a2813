/**
 * Runs work some time after it was last asked for, and aborts the one before: while a person types, only
 * the newest question matters.
 */
export const latest = <Input>(wait: number, run: (input: Input, signal: AbortSignal) => Promise<void>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  return (input: Input): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running?.abort();
      running = new AbortController();
      void run(input, running.signal);
    }, wait);
  };
};
