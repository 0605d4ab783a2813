import { matchesGlob } from "../workspace/match-glob.ts";

/**
 * Glob matching for rules of strangers: braces are expanded up to a limit, and a path is matched in time bounded
 * by both lengths.
 */
const MAX_PATTERNS = 200;
const MAX_CHARS = 1_000;

/** Whether a path relative to the root matches; `*.ts` without a slash only matches in the root. */
export const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => expandBraces(glob).some((pattern) => matchesGlob(path, pattern)));

/** `{a,b}`; a pattern that would become too many stays as it is and matches nothing with braces in it. */
export const expandBraces = (glob: string): readonly string[] => {
  if (glob.length > MAX_CHARS) return [];
  let patterns = [glob];
  for (;;) {
    const next = patterns.flatMap((pattern) => {
      const inner = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
      if (!inner) return [pattern];
      const [before, after] = [pattern.slice(0, inner.index), pattern.slice(inner.index + inner[0].length)];
      return (inner[1] ?? "").split(",").map((choice) => before + choice + after);
    });
    if (next.length === patterns.length && next.every((pattern, index) => pattern === patterns[index]))
      return patterns;
    if (next.length > MAX_PATTERNS) return [];
    patterns = next;
  }
};
