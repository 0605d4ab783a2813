import type { Importer } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { lineWarning, readingOf } from "../reading-json.ts";
import { isRecord, listAt, textAt } from "../values.ts";

const FILES = /\.jsonl?$/i;

/** The memory server of the Model Context Protocol: entities, observations and relations, one per line. */
export const mcpMemory: Importer = {
  source: "mcp-memory",
  detect: async (look) => {
    const isLine = (line: Record<string, unknown>) =>
      (line.type === "entity" && Array.isArray(line.observations)) ||
      (line.type === "relation" && ("relationType" in line || "relation_type" in line));
    return (await look.find(FILES, ({ lines }) => lines.some(isLine))) ? "graph" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => FILES.test(path))) {
      const entities: { name: string; type: string }[] = [];
      const relations: { from: string; relation: string; to: string }[] = [];
      for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["type"] })) {
        if (line.kind === "problem") {
          yield lineWarning(file.path, line);
          continue;
        }
        const { value } = line;
        if (!isRecord(value)) continue;
        const name = textAt(value, "name") || textAt(value, "entityName") || textAt(value, "id");
        if (value.type === "entity" && name !== "") {
          entities.push({ name, type: textAt(value, "entityType") || "thing" });
          for (const seen of listAt(value, "observations"))
            if (typeof seen === "string")
              yield {
                kind: "memory",
                text: `${name}: ${seen}`,
                date: null,
                heading: "",
                from: file.path,
                target: "memory",
              };
        } else if (value.type === "relation")
          relations.push({
            from: textAt(value, "from") || textAt(value, "from_id"),
            relation: textAt(value, "relationType") || textAt(value, "relation_type"),
            to: textAt(value, "to") || textAt(value, "to_id"),
          });
      }
      const whole = relations.filter(({ from, relation, to }) => from !== "" && relation !== "" && to !== "");
      if (entities.length + whole.length > 0)
        yield { kind: "graph", entities, relations: whole, from: file.path };
    }
  },
};
