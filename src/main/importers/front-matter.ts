import { parse } from "yaml";

/** The YAML between `---` at the beginning of a note; undefined when there is none, or it is not YAML. */
export const parseYamlFrontMatter = (text: string): unknown => {
  const block = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (block === undefined || block.length > MAX_YAML_CHARS) return undefined;
  try {
    return parse(block, { maxAliasCount: 50, schema: "core" }) as unknown;
  } catch {
    return undefined;
  }
};

const MAX_YAML_CHARS = 100_000;
