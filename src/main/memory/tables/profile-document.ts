/** The document of facts about the user. Plain JSON, merged and never replaced as a whole. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type ProfileDocument = { readonly [key: string]: Json };

/** One value that a merge changed; `before` is absent where there was none. */
export type ProfileChange = {
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after: Json;
};

export type MergedProfile = {
  readonly document: ProfileDocument;
  readonly changes: readonly ProfileChange[];
};

/** Objects are merged, lists are extended by what they do not contain, anything else is replaced. */
export const mergeProfile = (document: ProfileDocument, patch: ProfileDocument): MergedProfile => {
  const changes: ProfileChange[] = [];
  const merged = mergeInto(document, patch, [], changes);
  return { document: merged, changes };
};

/** Undoes changes where the value is still the same; values that changed since are kept. */
export const unmergeProfile = (
  document: ProfileDocument,
  changes: readonly ProfileChange[],
): ProfileDocument =>
  changes.reduceRight<ProfileDocument>((current, { path, before, after }) => {
    const found = valueAt(current, path);
    return found !== undefined && isSame(found, after) ? withValue(current, path, before) : current;
  }, document);

/** Removes every value and list entry that contains a text. Returns the same document when none does. */
export const withoutText = (document: ProfileDocument, text: string): ProfileDocument =>
  (without(document, text) as ProfileDocument | undefined) ?? {};

const without = (value: Json, text: string): Json | undefined => {
  if (typeof value === "string") return value.includes(text) ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const left = (value as readonly Json[]).map((entry) => without(entry, text));
    return left.every((entry, at) => entry === value[at]) ? value : left.filter(isThere);
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, without(inner, text), inner] as const);
  if (entries.every(([, left, inner]) => left === inner)) return value;
  return Object.fromEntries(entries.flatMap(([key, left]) => (left === undefined ? [] : [[key, left]])));
};

const isThere = (value: Json | undefined): value is Json => value !== undefined;

const mergeInto = (
  document: ProfileDocument,
  patch: ProfileDocument,
  path: readonly string[],
  changes: ProfileChange[],
): ProfileDocument => {
  const merged: Record<string, Json> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    // Data from a model: keys with a special meaning in JavaScript are dropped.
    if (key === "__proto__" || value === null || value === "") continue;
    const before = Object.hasOwn(document, key) ? document[key] : undefined;
    const here = [...path, key];
    if (isObject(value)) {
      merged[key] = mergeInto(isObject(before) ? before : {}, value, here, changes);
      continue;
    }
    const after = Array.isArray(value) ? union(Array.isArray(before) ? before : [], value) : value;
    if (before !== undefined && isSame(before, after)) continue;
    merged[key] = after;
    changes.push({ path: here, after, ...(before === undefined ? {} : { before }) });
  }
  return merged;
};

const union = (known: readonly Json[], added: readonly Json[]): readonly Json[] => {
  const all = [...known];
  for (const item of added) if (!all.some((other) => isAlike(other, item))) all.push(item);
  return all;
};

const isAlike = (a: Json, b: Json) =>
  typeof a === "string" && typeof b === "string"
    ? a.trim().toLowerCase() === b.trim().toLowerCase()
    : isSame(a, b);

const isSame = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

const isObject = (value: Json | undefined): value is ProfileDocument =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const valueAt = (document: ProfileDocument, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );

const withValue = (
  document: ProfileDocument,
  [key = "", ...rest]: readonly string[],
  value: Json | undefined,
): ProfileDocument => {
  const { [key]: inner, ...others } = document;
  if (rest.length > 0) {
    const changed = withValue(isObject(inner) ? inner : {}, rest, value);
    return Object.keys(changed).length === 0 && value === undefined
      ? others
      : { ...document, [key]: changed };
  }
  return value === undefined ? others : { ...document, [key]: value };
};
