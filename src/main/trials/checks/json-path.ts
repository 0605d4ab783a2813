/**
 * The part of JSONPath that points at one value: `$`, then `.name`, `["name"]` or `[0]`. No wildcards, no filters.
 */
type Step = string | number;

const STEP =
  /^(?:\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\])/u;

/** Why a path points at nothing that could exist; null when it is well formed. */
export const pathProblem = (path: string): string | null =>
  stepsOf(path) === null ? `"${path}" is not a JSON path (like $.hours[0].open; no wildcards)` : null;

const stepsOf = (path: string): readonly Step[] | null => {
  let rest = path.startsWith("$") ? path.slice(1) : `.${path}`;
  const steps: Step[] = [];
  while (rest !== "") {
    const found = STEP.exec(rest);
    if (!found) return null;
    const [whole, name, index, double, single] = found;
    const quoted = double ?? single;
    if (index === undefined) steps.push(name ?? (quoted ?? "").replaceAll(/\\(.)/g, "$1"));
    else steps.push(Number(index));
    rest = rest.slice(whole.length);
  }
  return steps;
};

/** `undefined` when nothing is there. Only what the value itself holds counts, never what every object has. */
export const valueAt = (value: unknown, path: string): unknown => {
  let at = value;
  for (const step of stepsOf(path) ?? ["\0"]) {
    if (typeof at !== "object" || at === null) return undefined;
    if (Array.isArray(at) !== (typeof step === "number")) return undefined;
    if (!Object.hasOwn(at, step)) return undefined;
    at = (at as Record<Step, unknown>)[step];
  }
  return at;
};

/** The JSON of an answer: the whole, the first fenced block, or from the first bracket to the last. */
export const jsonIn = (answer: string): unknown => {
  const text = answer.trim();
  const fence = /```(?:json)?[^\S\n]*\n([\s\S]*?)\n[^\S\n]*```/i.exec(text)?.[1];
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  const inner = from === -1 || to <= from ? undefined : text.slice(from, to + 1);
  for (const candidate of [text, fence, inner]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next form is tried.
    }
  }
  return undefined;
};
