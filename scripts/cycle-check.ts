import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importedFile, importsOf } from "./direction-check.ts";

export type CycleReport = {
  readonly imports: number;
  /** Files that import each other in a circle, each group as one sentence. */
  readonly cycles: readonly string[];
};

/** Looks for circles among the source files below `<top>/src`. Imports of types count as well. */
export const checkCycles = (top: string): CycleReport => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: top }).map((file) => file.replaceAll("\\", "/"));
  const known = new Set(files);
  const graph = new Map<string, readonly string[]>();
  let imports = 0;
  for (const file of files.sort()) {
    const found = importsOf(readFileSync(join(top, file), "utf8"))
      .map((specifier) => importedFile(file, specifier))
      .filter((path) => path !== null && known.has(path)) as string[];
    imports += found.length;
    graph.set(file, found);
  }
  return { imports, cycles: circlesIn(graph).map((group) => `${group.join(", ")} import each other.`) };
};

/** Groups of nodes that reach each other (Tarjan's strongly connected components), and nodes that name themselves. */
const circlesIn = (graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const circles: (readonly string[])[] = [];

  const visit = (node: string): void => {
    const at = order.size;
    order.set(node, at);
    lowest.set(node, at);
    stack.push(node);
    open.add(node);
    const low = (value: number) => lowest.set(node, Math.min(lowest.get(node) ?? value, value));
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
        low(lowest.get(next) ?? at);
      } else if (open.has(next)) low(order.get(next) ?? at);
    }
    if (lowest.get(node) !== at) return;
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) open.delete(each);
    if (group.length > 1 || graph.get(node)?.includes(node)) circles.push(group.sort());
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
};
