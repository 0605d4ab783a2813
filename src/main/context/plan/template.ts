import { Failure } from "#shared/contract/index.ts";

/**
 * The small template language of an agent's prompt: `{{name}}`, `{{#if name}}…{{else}}…{{/if}}`, nested.
 * A template is read once into a tree and then printed, so a value that looks like a tag stays text.
 */

export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly TemplateValue[]
  | TemplateValues;
/** `{{a.b}}` reads `values.a.b`. A name that is there with the value `undefined` is known, and empty. */
export type TemplateValues = { readonly [name: string]: TemplateValue };

export type RenderedTemplate = {
  readonly text: string;
  readonly warnings: string[];
  /** `{{memory}}` was printed, so memory is not sent again as a layer of its own. */
  readonly usesMemory: boolean;
  /** Where in the text memory was printed. */
  readonly memoryRanges: readonly (readonly [start: number, end: number])[];
};

/** Fails with `template-unclosed`, naming the line, when blocks do not match. */
export const renderTemplate = (template: string, values: TemplateValues): RenderedTemplate => {
  const unknown = new Set<string>();
  const memoryRanges: [number, number][] = [];
  let text = "";

  const read = (name: string): TemplateValue => {
    const found = lookUp(values, name);
    if (!found.known) unknown.add(name);
    return found.value;
  };

  const print = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.kind === "text") text += node.text;
      else if (node.kind === "if") print(isTruthy(read(node.name)) ? node.yes : node.no);
      else {
        const start = text.length;
        text += show(read(node.name));
        if (node.name === "memory") memoryRanges.push([start, text.length]);
      }
    }
  };

  print(parse(template));
  const warnings = [...unknown].map((name) => `The prompt template uses an unknown variable: {{${name}}}.`);
  return { text, warnings, usesMemory: memoryRanges.length > 0, memoryRanges };
};

type IfNode = { readonly kind: "if"; readonly name: string; readonly yes: Node[]; readonly no: Node[] };
type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | IfNode;

type Tag = { readonly kind: "if" | "variable"; readonly name: string } | { readonly kind: "else" | "close" };
type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: Tag; readonly line: number };

/** What is open while parsing; `inElse` says which branch is being filled. */
type OpenBlock = { readonly node: IfNode; readonly line: number; inElse: boolean };

const TAG = /\{\{\s*(?:#if\s+([\w.-]+)|(else)|(\/if)|([\w.-]+))\s*\}\}/g;
const BLOCK_LINE = /^[ \t]*(?:\{\{\s*(?:#if\s+[\w.-]+|else|\/if)\s*\}\}[ \t]*)+\r?\n?$/;

/** Blocks within blocks; printing them takes a call per level. More than agents.yaml, which is bounded, can hold. */
const MAX_DEPTH = 4_000;

const parse = (template: string): Node[] => {
  const root: Node[] = [];
  const open: OpenBlock[] = [];
  const add = (node: Node) => {
    const block = open.at(-1);
    (block ? (block.inElse ? block.node.no : block.node.yes) : root).push(node);
  };

  for (const token of tokens(template)) {
    if (token.kind === "text") {
      add(token);
      continue;
    }
    const { tag, line } = token;
    const block = open.at(-1);
    if (tag.kind === "variable") add({ kind: "variable", name: tag.name });
    else if (tag.kind === "if") {
      if (open.length >= MAX_DEPTH) throw unmatched(`{{#if ${tag.name}}}`, line, "is nested too deeply");
      const node: IfNode = { kind: "if", name: tag.name, yes: [], no: [] };
      add(node);
      open.push({ node, line, inElse: false });
    } else if (!block) throw unmatched(`{{${tag.kind === "else" ? "else" : "/if"}}}`, line, "has no {{#if}}");
    else if (tag.kind === "close") open.pop();
    else if (block.inElse) throw unmatched("{{else}}", line, "is the second in its block");
    else block.inElse = true;
  }

  const left = open.at(-1);
  if (left) throw unmatched(`{{#if ${left.node.name}}}`, left.line, "is never closed");
  return root;
};

const unmatched = (tag: string, line: number, what: string) =>
  new Failure("template-unclosed", `In the prompt template, ${tag} on line ${line} ${what}.`, { line, tag });

function* tokens(template: string): Generator<Token> {
  const lines = template.match(/[^\n]*\n|[^\n]+/g) ?? [];
  for (const [index, line] of lines.entries()) {
    const tagsOnly = BLOCK_LINE.test(line);
    let from = 0;
    for (const match of line.matchAll(TAG)) {
      if (!tagsOnly && match.index > from) yield { kind: "text", text: line.slice(from, match.index) };
      yield { kind: "tag", tag: tagOf(match), line: index + 1 };
      from = match.index + match[0].length;
    }
    if (!tagsOnly && from < line.length) yield { kind: "text", text: line.slice(from) };
  }
}

const tagOf = ([, condition, isElse, isClose, name]: RegExpMatchArray): Tag => {
  if (condition !== undefined) return { kind: "if", name: condition };
  if (isElse !== undefined) return { kind: "else" };
  if (isClose !== undefined) return { kind: "close" };
  return { kind: "variable", name: name ?? "" };
};

const lookUp = (
  values: TemplateValues,
  name: string,
): { readonly known: boolean; readonly value: TemplateValue } => {
  let value: TemplateValue = values;
  for (const key of name.split(".")) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return { known: false, value: undefined };
    value = value[key];
  }
  return { known: true, value };
};

const isRecord = (value: TemplateValue): value is TemplateValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTruthy = (value: TemplateValue): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value);

const show = (value: TemplateValue): string => {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(show).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
