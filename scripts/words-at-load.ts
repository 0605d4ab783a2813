import { parseSync } from "vite";

export type WordAtLoad = { readonly line: number; readonly path: string };

/**
 * Words that a module reads from the table while it is loaded, outside of every function: they would stay in the
 * language that was shown then. A part of the table may be kept (`const words = t.memory`): it is the same object in
 * every language.
 */
export const wordsAtLoad = (source: string, table: object): readonly WordAtLoad[] => {
  const { program } = parseSync("screen.tsx", source);
  const names = new Map<string, readonly string[]>(importsTable(program) ? [["t", []]] : []);
  if (names.size === 0) return [];
  const found: WordAtLoad[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;

  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node) || functions.test(node.type) || types.test(node.type)) return;
    if (node.type === "CallExpression" && isLoop(node["callee"])) {
      // What `map` is given runs at once.
      for (const given of node["arguments"] as Node[])
        visit(functions.test(given.type) ? given["body"] : given);
    }
    if (node.type === "VariableDeclarator") {
      const path = pathOf(node["init"], names);
      const name = (node["id"] as Node)["name"];
      if (path && typeof name === "string" && isPart(valueAt(table, path))) {
        names.set(name, path);
        return;
      }
    }
    const copied = node.type === "CallExpression" && copiedPart(node);
    if (copied) {
      const path = pathOf(copied, names);
      if (path) return void found.push({ line: lineAt(node.start), path: `${path.join(".")}.*` });
    }
    const path = pathOf(node, names);
    if (path) {
      if (!isPart(valueAt(table, path))) found.push({ line: lineAt(node.start), path: path.join(".") });
      return;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return found;
};

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const functions =
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|MethodDefinition|ClassBody)$/;

/** Types are not read when a module is loaded, but what they are said of is. */
const types = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;

/** What `Object.entries` or `Object.values` is given: it takes the words out of the part. */
const copiedPart = (call: Node): unknown => {
  const callee = call["callee"] as Node;
  const isCopy =
    callee.type === "MemberExpression" &&
    (callee["object"] as Node)["name"] === "Object" &&
    /^(entries|values)$/.test(String((callee["property"] as Node)["name"]));
  return isCopy ? (call["arguments"] as Node[])[0] : null;
};

const isLoop = (callee: unknown): boolean =>
  isNode(callee) &&
  callee.type === "MemberExpression" &&
  /^(map|flatMap|filter|toSorted|reduce|forEach)$/.test(String((callee["property"] as Node)["name"]));

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const isPart = (value: unknown): boolean => typeof value === "object" && value !== null;

const importsTable = (program: unknown): boolean =>
  (program as { body: Node[] }).body.some(
    (node) =>
      node.type === "ImportDeclaration" &&
      (node["source"] as { value: string }).value.endsWith("messages/index.ts") &&
      (node["specifiers"] as { local: { name: string } }[]).some(({ local }) => local.name === "t"),
  );

/** The keys of `t.memory.days`, or null; a key that is computed is `*`, which is never a part. */
const pathOf = (node: unknown, names: ReadonlyMap<string, readonly string[]>): readonly string[] | null => {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return names.get(String(node["name"])) ?? null;
  if (node.type !== "MemberExpression") return null;
  const path = pathOf(node["object"], names);
  if (!path) return null;
  return [...path, node["computed"] === true ? "*" : String((node["property"] as Node)["name"])];
};

const valueAt = (table: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, key) => (isPart(part) ? (part as Record<string, unknown>)[key] : undefined),
    table,
  );
