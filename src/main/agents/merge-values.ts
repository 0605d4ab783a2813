export type Values = Readonly<Record<string, unknown>>;

export const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The values with the changes applied: objects are merged key by key, everything else is replaced, and `null`
 * removes a key. Built with `fromEntries`, so that a key `__proto__` stays a plain key.
 */
export const mergeValues = (values: Values, changes: Values): Values => {
  const merged = new Map(Object.entries(values));
  for (const [key, change] of Object.entries(changes)) {
    const old = merged.get(key);
    if (change === null) merged.delete(key);
    else if (isValues(change)) merged.set(key, mergeValues(isValues(old) ? old : {}, change));
    else merged.set(key, change);
  }
  return Object.fromEntries(merged);
};

/** The values without the one at the path; where that is missing, without what it is missing in. */
export const withoutValue = (values: Values, path: readonly string[]): Values => {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(values, key)) return values;
  const inner = values[key];
  const left = rest.length > 0 && isValues(inner) ? withoutValue(inner, rest) : inner;
  if (left !== inner) return Object.fromEntries([...Object.entries(values), [key, left]]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));
};
