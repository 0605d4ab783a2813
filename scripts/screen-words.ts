import { parseSync } from "vite";

export type ScreenWord = { readonly line: number; readonly text: string };

/** Attributes that are shown or read aloud. */
const spoken = /^(aria-label|aria-description|aria-valuetext|title|label|placeholder|alt|text|heading)$/;

/** Words in a component's JSX that are not from the message files: text between tags, and attributes that are read. */
export const screenWordsIn = (source: string): readonly ScreenWord[] => {
  const found: ScreenWord[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const take = (text: string, offset: number) => {
    const blanks = text.length - text.trimStart().length;
    if (/\p{L}{2}/u.test(text)) found.push({ line: lineAt(offset + blanks), text: text.trim() });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === "JSXAttribute" && spoken.test(nameOf(node))) {
      for (const text of textsOf(node["value"])) take(text, node.start);
    }
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      for (const child of node["children"] as Node[]) {
        for (const text of textsOf(child)) take(text, child.start);
      }
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync("screen.tsx", source).program);
  return found.toSorted((a, b) => a.line - b.line);
};

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const nameOf = (attribute: Node): string => {
  const { name } = attribute["name"] as { name: unknown };
  return typeof name === "string" ? name : "";
};

/** What a value would print: a string, the fixed parts of a template, either side of a choice. */
const textsOf = (value: unknown): readonly string[] => {
  if (!isNode(value)) return [];
  if (value.type === "JSXText") return [value["value"] as string];
  if (value.type === "JSXExpressionContainer") return textsOf(value["expression"]);
  if (value.type === "Literal") return typeof value["value"] === "string" ? [value["value"]] : [];
  if (value.type === "TemplateLiteral") {
    return (value["quasis"] as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked);
  }
  if (value.type === "ConditionalExpression") {
    return [...textsOf(value["consequent"]), ...textsOf(value["alternate"])];
  }
  if (value.type === "LogicalExpression") return textsOf(value["right"]);
  return [];
};
