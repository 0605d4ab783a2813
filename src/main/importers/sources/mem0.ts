import type { Importer } from "../importer.ts";
import { JSON_FILES } from "../look.ts";
import { wholeJson } from "../reading-json.ts";
import { isoOf } from "../times.ts";
import { at, listAt, textAt } from "../values.ts";

/** mem0: what `get_all` of its API returns. */
export const mem0: Importer = {
  source: "mem0",
  detect: async (look) => {
    const found = await look.find(JSON_FILES, ({ objects }) =>
      objects.some((each) =>
        listAt(each, "results").some((result) => typeof at(result, "memory") === "string"),
      ),
    );
    return found ? "get_all" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => JSON_FILES.test(path))) {
      const read = await wholeJson(file, reading);
      if ("warning" in read) {
        yield read.warning;
        continue;
      }
      let person: string | null = null;
      for (const result of listAt(read.value, "results")) {
        const owner = textAt(result, "user_id");
        person ??= owner;
        const date = isoOf(at(result, "updated_at")) ?? isoOf(at(result, "created_at"));
        yield {
          kind: "memory",
          text: textAt(result, "memory"),
          date: date?.slice(0, 10) ?? null,
          heading: "",
          from: file.path,
          target: "memory",
          ...(owner !== person && { off: "other-person" as const }),
        };
      }
    }
  },
};
