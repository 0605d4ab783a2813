import { parseYamlFrontMatter, type YamlFrontMatter } from "./yaml-front-matter.ts";

/**
 * What the top of a Markdown file says about it: a YAML block between lines of `---`, comments after it, or
 * comments alone:
 *
 *     <!-- priority: 10 -->
 *     <!-- tags: code, architecture -->
 *
 * Comments come in any order, blank lines between them allowed. All of it is taken out before counting and cutting.
 */
export type FrontMatter = {
  /** Null: not set in the file. */
  readonly priority: number | null;
  /** `shared: true` is the tag `shared`. */
  readonly tags: readonly string[];
  /** These three come from YAML only. */
  readonly title?: string;
  readonly aliases?: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly date?: string;
  /** UTF-16 offset at which the text without front matter starts; 0 when there is none. */
  readonly offset: number;
  readonly warnings: readonly { readonly line: number; readonly message: string }[];
};

export const parseFrontMatter = (text: string): FrontMatter => {
  const warnings: { line: number; message: string }[] = [];
  const yaml = parseYamlFrontMatter(text);
  const properties = yaml && propertiesOf(yaml, warnings);
  let priority = properties?.priority ?? null;
  let tags = properties?.tags ?? null;
  let offset = yaml?.end ?? 0;
  const comment = new RegExp(commentPattern, "iy");
  comment.lastIndex = offset;
  for (let match = comment.exec(text); match; match = comment.exec(text)) {
    const [, blank = "", key = "", value = ""] = match;
    const start = match.index + blank.length;
    const warn = (message: string) => {
      // Lines are counted for each warning, so a file full of them gets only the first.
      if (warnings.length < MAX_WARNINGS) warnings.push({ line: lineAt(text, start), message });
    };
    offset = comment.lastIndex;
    if (key.toLowerCase() === "priority") {
      const parsed = parsePriority(value);
      if (parsed === null) warn(badPriority(value));
      else if (priority === null) priority = parsed;
      else warn("The priority is given twice. The first one counts.");
    } else {
      const parsed = parseTags(value);
      if (parsed.length === 0) warn("The list of tags is empty. It is ignored.");
      else if (tags === null) tags = parsed;
      else warn("Tags are given twice. The first list counts.");
    }
  }
  if (offset > 0) offset = skipBlankLines(text, offset);
  return { ...properties?.about, priority, tags: tags ?? [], offset, warnings };
};

type Properties = {
  readonly priority: number | null;
  /** Null: none are given. */
  readonly tags: readonly string[] | null;
  readonly about: Pick<FrontMatter, "title" | "aliases" | "date">;
};

const propertiesOf = (
  { values }: YamlFrontMatter,
  warnings: { line: number; message: string }[],
): Properties => {
  const texts = (...keys: readonly string[]) => keys.flatMap((key) => values.get(key)?.texts ?? []);
  const given = values.get("priority");
  const [asked] = given?.texts ?? [];
  const priority = asked === undefined ? null : parsePriority(asked);
  if (given && asked !== undefined && priority === null)
    warnings.push({ line: given.line, message: badPriority(asked) });
  const isShared = texts("shared")[0]?.toLowerCase() === "true";
  const listed = texts("tags", "tag").flatMap((tag) => parseTags(tag.replaceAll("#", "")));
  const tags = [...new Set([...listed, ...(isShared ? ["shared"] : [])])];
  const aliases = texts("aliases", "alias");
  const [title] = texts("title");
  const date = /^\d{4}-\d\d-\d\d/.exec(texts("date", "created")[0] ?? "")?.[0];
  return {
    priority,
    tags: tags.length > 0 ? tags : null,
    about: {
      ...(title === undefined ? {} : { title }),
      ...(aliases.length === 0 ? {} : { aliases }),
      ...(date === undefined ? {} : { date }),
    },
  };
};

/** Maximum number of comments in one file. */
const MAX_WARNINGS = 20;

const badPriority = (value: string): string =>
  `The priority "${value.trim()}" is not a whole number of 0 or more. It is ignored.`;

/** Whitespace, then one comment; the value stays on its line. */
const commentPattern = String.raw`(\s*)<!--[ \t]*(priority|tags)[ \t]*:([^\r\n]*?)-->`;

const parsePriority = (value: string): number | null => {
  const text = value.trim();
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : null;
};

const parseTags = (value: string): string[] => [
  ...new Set(
    value
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Up to the first non-blank line, whose indentation is kept. */
const skipBlankLines = (text: string, from: number): number => {
  const blank = /(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = from;
  blank.test(text);
  return blank.lastIndex;
};
