/**
 * Runs work some time after the last request, and aborts the previous run: while the user types, only the
 * newest query matters.
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
