/** Seconds until the answer begins: when everything is read again, and with the prefix from the server's cache. */
export const prefillOf = (used: number, prefixTokens: number, msPerToken: number) => ({
  fresh: (used * msPerToken) / 1000,
  cached: (Math.max(0, used - prefixTokens) * msPerToken) / 1000,
});

/** `0.04`, `3.2`, `48`: an estimate has no more significant digits. */
export const formatSeconds = (seconds: number): string => {
  if (seconds >= 10) return seconds.toFixed(0);
  return seconds >= 0.1 ? seconds.toFixed(1) : seconds.toFixed(2);
};
