import { createHash } from "node:crypto";

/** What model servers accept as the name of a function. */
const MAX_NAME = 64;

/**
 * The names under which the tools of a server join the others. Each begins with `mcp__` and the server's id, which has
 * no underscore, so none can be a tool of Satchel or of a different server. Names that would be the same, or are too
 * long, end with a hash of the server's own name.
 */
export const toolNames = (server: string, tools: readonly string[]): readonly string[] => {
  const plain = tools.map((tool) => `mcp__${server}__${tool.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`);
  const times = new Map<string, number>();
  for (const name of plain) times.set(name, (times.get(name) ?? 0) + 1);
  return plain.map((name, index) => {
    if (name.length <= MAX_NAME && times.get(name) === 1) return name;
    const hash = createHash("sha256")
      .update(tools[index] ?? "")
      .digest("hex")
      .slice(0, 8);
    return `${name.slice(0, MAX_NAME - 9)}_${hash}`;
  });
};
