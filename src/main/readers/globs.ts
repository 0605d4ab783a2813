/**
 * Glob matching for rules of strangers: braces are expanded up to a limit, and a path is matched in time bounded
 * by both lengths.
 */
const MAX_PATTERNS = 200;
const MAX_CHARS = 1_000;

/** Whether a path relative to the root matches; `*.ts` without a slash only matches in the root. */
export const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => expandBraces(glob).some((pattern) => matches(path, pattern)));

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

const matches = (path: string, glob: string): boolean => {
  const names = path.split("/");
  const steps = glob.replace(/^(\.?\/)+/, "").split("/");
  let places: ReadonlySet<number> = new Set([0]);
  for (const step of steps) {
    const next = new Set<number>();
    for (const place of places) {
      if (step === "**") for (let at = place; at <= names.length; at += 1) next.add(at);
      else if (place < names.length && matchesName(names[place] ?? "", step)) next.add(place + 1);
    }
    places = next;
  }
  return places.has(names.length);
};

/** Greedy with one position to go back to: the last `*`. */
const matchesName = (name: string, pattern: string): boolean => {
  let [at, step, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[step] === "*") {
      star = step;
      from = at;
      step += 1;
    } else if (pattern[step] === "?" || (pattern[step] === name[at] && pattern[step] !== undefined)) {
      step += 1;
      at += 1;
    } else if (star >= 0) {
      from += 1;
      at = from;
      step = star + 1;
    } else return false;
  }
  while (pattern[step] === "*") step += 1;
  return step === pattern.length;
};
