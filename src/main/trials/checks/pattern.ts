/** Why a pattern is no regular expression; null when it is one. It is parsed only: matching happens in a worker. */
export const patternProblem = (pattern: string, flags = ""): string | null => {
  try {
    // oxlint-disable-next-line no-new -- only to learn whether it parses.
    new RegExp(pattern, flags);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, "") : "not a regular expression";
  }
};
