/**
 * Whether a path with `/` between names matches a glob: `*` and `?` within a name, `**` for any folders.
 * Time is bounded by the product of both lengths, whatever the pattern.
 */
export const matchesGlob = (path: string, glob: string): boolean => {
  const names = path.split("/");
  const steps = glob.replace(/^(\.?\/)+/, "").split("/");
  /** Positions in `names` that the steps so far can reach. */
  let places: ReadonlySet<number> = new Set([0]);
  for (const step of steps) places = new Set(placesAfter(step, names, places));
  return places.has(names.length);
};

function* placesAfter(step: string, names: readonly string[], places: ReadonlySet<number>) {
  if (step === "**") {
    const first = Math.min(...places);
    for (let place = first; place <= names.length; place += 1) yield place;
    return;
  }
  for (const place of places) {
    const name = names[place];
    if (name !== undefined && matchesName(name, step)) yield place + 1;
  }
}

/** Greedy with one position to backtrack to: the last `*`. */
const matchesName = (name: string, pattern: string): boolean => {
  let [at, step, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[step] === "*") {
      star = step;
      from = at;
      step += 1;
    } else if (pattern[step] === "?" || pattern[step] === name[at]) {
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
