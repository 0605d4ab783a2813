/**
 * Whether `allowedTools` allows a tool. `*` matches any run of characters; without a list, every tool is
 * allowed.
 */
export const isAllowed = (name: string, patterns: readonly string[] | null): boolean =>
  patterns === null || patterns.some((pattern) => matches(name, pattern));

/**
 * Matches the parts between the stars, each at the first place after the previous one, and the last at the
 * end. No regular expression, because a pattern of many stars would try every way to divide the name among
 * them.
 */
const matches = (name: string, pattern: string): boolean => {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
};

/**
 * The list after one tool was switched on or off. A pattern that allowed the tool becomes the names of the other
 * tools that it allowed; all other entries stay as they were written.
 */
export const withTool = (
  patterns: readonly string[],
  name: string,
  isOn: boolean,
  known: readonly string[],
): readonly string[] => {
  if (isOn) return isAllowed(name, patterns) ? patterns : [...patterns, name];
  const kept = patterns.flatMap((pattern) =>
    matches(name, pattern) ? known.filter((other) => other !== name && matches(other, pattern)) : [pattern],
  );
  return [...new Set(kept)];
};
