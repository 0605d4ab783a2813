import { type Document, isMap, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { z } from "zod";
import {
  type Check,
  check,
  MAX_CHECKS,
  MAX_QUESTIONS,
  MAX_VARIANTS,
  type Question,
  type QuestionSet,
  question,
  questionSet,
  type SetProblem,
  type Variant,
  variant,
} from "#shared/model/trial.ts";
import { oddKeyAt, unlessTooDeep } from "../../agents/odd-keys.ts";
import { patternProblem } from "../checks/pattern.ts";
import { pathProblem } from "../checks/json-path.ts";

export type ReadSet = {
  readonly set: QuestionSet;
  /** What is not used, and why; the rest is. */
  readonly problems: readonly SetProblem[];
  /** Why a form cannot hold the whole file, so that saving from one would lose something; null when it can. */
  readonly textOnly: string | null;
};

export const MAX_SET_CHARS = 1024 * 1024;
const MAX_PROBLEMS = 50;

/** A question set as people write it. A part that is wrong is said and left out; the others are used. */
export const readSet = (text: string): ReadSet => {
  const lines = new LineCounter();
  const reader = new Reader(lines);
  if (text.length > MAX_SET_CHARS)
    return reader.unread("The file is over 1 MB. It was not read; make several sets of it.");
  return unlessTooDeep(
    () => {
      const style = { lineCounter: lines, uniqueKeys: true, prettyErrors: false };
      const doc = parseDocument(text.replace(/^\uFEFF/, ""), style);
      const [error] = doc.errors;
      if (error) {
        const { line } = lines.linePos(error.pos[0]);
        return reader.unread(`This is not valid YAML (line ${line}): ${error.message}`, line);
      }
      if (oddKeyAt(doc) !== null) return reader.unread("A key of the file is a list or a map.");
      // A node that is named once and used often could grow without end.
      const value: unknown = withoutAliases(() => doc.toJS({ maxAliasCount: 0 }));
      if (value === ALIASES)
        return reader.unread("The file uses YAML aliases (*name), which sets do not have.");
      return reader.read(value, doc.contents, hasComment(doc));
    },
    () => reader.unread("The file nests too deeply."),
  );
};

const hasComment = (doc: Document): boolean => {
  let found = Boolean(doc.comment) || Boolean(doc.commentBefore);
  visit(doc, {
    Node: (_, node) => {
      if (!node.comment && !node.commentBefore) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
};

const ALIASES = Symbol("aliases");

const withoutAliases = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReferenceError) return ALIASES;
    throw error;
  }
};

class Reader {
  readonly #lines: LineCounter;
  readonly #problems: SetProblem[] = [];
  #hidden = 0;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  unread(message: string, line: number | null = null): ReadSet {
    const set = questionSet.parse({ questions: [] });
    return { set, problems: [{ question: null, line, message }], textOnly: message };
  }

  read(value: unknown, node: Node | null, hasComments: boolean): ReadSet {
    const top = Array.isArray(value) ? { questions: value } : value;
    if (typeof top !== "object" || top === null)
      return this.unread('The file must hold "questions:" and a list.');
    const fields = new Map(Object.entries(top));
    const known = new Set(["title", "questions", "variants", "repeats", "judge"]);
    for (const key of fields.keys())
      if (!known.has(key)) this.#say(null, null, `The key "${key.slice(0, 80)}" is not known.`);
    const list = fields.get("questions") ?? [];
    if (!Array.isArray(list)) return this.unread('"questions" must be a list.');
    if (list.length > MAX_QUESTIONS)
      this.#say(
        null,
        null,
        `The file has ${list.length} questions. The first ${MAX_QUESTIONS} are used; make several sets of it.`,
      );
    const nodes = itemsOf(Array.isArray(value) ? node : isMap(node) ? node.get("questions", true) : null);
    const questions = this.#questions(list.slice(0, MAX_QUESTIONS), nodes);
    const set: QuestionSet = {
      title: this.#field(questionSet.shape.title, fields.get("title"), "title", ""),
      questions,
      variants: this.#variants(fields.get("variants")),
      repeats: this.#field(questionSet.shape.repeats, fields.get("repeats"), "repeats", 1),
      judge: this.#field(questionSet.shape.judge, spelledModel(fields.get("judge")), "judge", null),
    };
    const problems = this.#all();
    return { set, problems, textOnly: textOnlyBecause(problems.length > 0, hasComments) };
  }

  #questions(list: readonly unknown[], nodes: readonly Node[]): Question[] {
    const seen = new Map<string, number>();
    const questions: Question[] = [];
    for (const [index, item] of list.entries()) {
      const line = this.#line(nodes[index]);
      const number = index + 1;
      const found = this.#question(item, number, line);
      if (!found) continue;
      const before = seen.get(found.ask);
      if (before !== undefined) {
        const why = "asked twice, a question would make the result look surer than it is";
        this.#say(number, line, `Question ${number} repeats question ${before} and is left out: ${why}.`);
        continue;
      }
      seen.set(found.ask, number);
      questions.push(found);
    }
    return questions;
  }

  #question(item: unknown, number: number, line: number | null): Question | null {
    const { checks: listed, ...own } = (typeof item === "string" ? { ask: item } : (item ?? {})) as Record<
      string,
      unknown
    >;
    const read = question.omit({ checks: true }).safeParse(own);
    if (!read.success) {
      this.#say(number, line, `Question ${number} is left out: ${reasonOf(read.error)}.`);
      return null;
    }
    const checks = listed === undefined || listed === null ? [] : Array.isArray(listed) ? listed : [listed];
    if (checks.length > MAX_CHECKS)
      this.#say(number, line, `Question ${number} has ${checks.length} checks; ${MAX_CHECKS} are used.`);
    const used = checks
      .slice(0, MAX_CHECKS)
      .flatMap((each, index) => this.#check(each, index + 1, number, line) ?? []);
    return { ask: read.data.ask, checks: used };
  }

  #check(item: unknown, index: number, number: number, line: number | null): Check | null {
    const broken = (why: string) => {
      this.#say(number, line, `Check ${index} of question ${number} is left out: ${why}.`);
      return null;
    };
    const spelled = spelledCheck(item);
    if (spelled === null) return broken("a check is one of contains, lacks, matches, json, number");
    const read = check.safeParse(spelled);
    if (!read.success) return broken(reasonOf(read.error));
    const why = checkProblem(read.data);
    return why === null ? read.data : broken(why);
  }

  #variants(list: unknown): Variant[] {
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) {
      this.#say(null, null, '"variants" must be a list.');
      return [];
    }
    if (list.length > MAX_VARIANTS)
      this.#say(null, null, `A trial compares ${MAX_VARIANTS} variants; the first ones are used.`);
    return list.slice(0, MAX_VARIANTS).flatMap((item, index) => {
      const read = variant.safeParse(spelledVariant(item, index));
      if (read.success) return [read.data];
      this.#say(null, null, `Variant ${index + 1} is left out: ${reasonOf(read.error)}.`);
      return [];
    });
  }

  #field<T>(schema: z.ZodType<T>, value: unknown, name: string, otherwise: T): T {
    const read = schema.safeParse(value ?? undefined);
    if (read.success) return read.data;
    this.#say(null, null, `"${name}" is not used: ${reasonOf(read.error)}.`);
    return otherwise;
  }

  #line(node: Node | undefined): number | null {
    const at = node?.range?.[0];
    return at === undefined ? null : this.#lines.linePos(at).line;
  }

  #say(number: number | null, line: number | null, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ question: number, line, message });
    else this.#hidden += 1;
  }

  #all(): SetProblem[] {
    const more = `There are ${this.#hidden} more problems of this kind.`;
    return this.#hidden === 0
      ? this.#problems
      : [...this.#problems, { question: null, line: null, message: more }];
  }
}

const textOnlyBecause = (hasProblems: boolean, hasComments: boolean): string | null => {
  if (hasProblems) return "Parts of the file are not understood; a form would drop them.";
  return hasComments ? "The file has comments; a form would drop them." : null;
};

const itemsOf = (node: Node | null | undefined): readonly Node[] =>
  isSeq(node) ? (node.items as readonly Node[]) : [];

/** Why a check can never be decided; null when it can. */
const checkProblem = (one: Check): string | null => {
  switch (one.kind) {
    case "matches":
      return patternProblem(one.pattern, one.flags);
    case "json":
      return pathProblem(one.path);
    case "number": {
      if (one.min === undefined && one.max === undefined) return "a number needs min, max or both";
      if ((one.min ?? -Infinity) > (one.max ?? Infinity)) return "min is larger than max";
      return one.path === undefined ? null : pathProblem(one.path);
    }
    default:
      return null;
  }
};

/** `contains: 07:00` as the schema has it. Null for anything else. */
const spelledCheck = (item: unknown): unknown => {
  if (typeof item !== "object" || item === null) return null;
  const [entry, ...more] = Object.entries(item);
  if (!entry) return null;
  const [name, value] = entry as [string, unknown];
  const fields: Record<string, unknown> =
    typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  const rest = Object.fromEntries(more);
  switch (name) {
    case "contains":
    case "lacks":
      return { kind: name, text: typeof value === "number" ? String(value) : value, ...rest };
    case "not-contains":
      return { kind: "lacks", text: typeof value === "number" ? String(value) : value, ...rest };
    case "matches":
      return { kind: "matches", ...(typeof value === "string" ? { pattern: value } : fields), ...rest };
    case "json":
      return { kind: "json", ...(typeof value === "string" ? { path: value } : fields), ...rest };
    case "number":
      return { kind: "number", ...fields, ...rest };
    default:
      return null;
  }
};

/** `provider/model`, as people write it. */
const spelledModel = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  const at = value.indexOf("/");
  return at > 0 ? { provider: value.slice(0, at), model: value.slice(at + 1) } : value;
};

/** `without: [FILE]` and `window: N` beside the rest, for what people write most. */
const spelledVariant = (item: unknown, index: number): unknown => {
  if (typeof item !== "object" || item === null) return item;
  const { without, window, overrides, model, name, ...rest } = item as Record<string, unknown>;
  const more = {
    ...(Array.isArray(without) ? { exclude: without } : {}),
    ...(window === undefined ? {} : { window }),
  };
  const given = typeof overrides === "object" && overrides !== null ? overrides : {};
  const all = { ...given, ...more };
  return {
    ...rest,
    name: name ?? `Variant ${index + 1}`,
    ...(model === undefined ? {} : { model: spelledModel(model) }),
    ...(Object.keys(all).length === 0 ? {} : { overrides: all }),
  };
};

const reasonOf = (error: z.ZodError): string => {
  const [first] = error.issues;
  const where = first?.path.join(".") ?? "";
  const said = (first?.message ?? "not valid").replace(/\.$/, "");
  return (where === "" ? said : `${where}: ${said}`).slice(0, 300);
};
