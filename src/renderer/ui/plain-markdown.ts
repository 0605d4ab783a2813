import { type Components, defaultRehypePlugins, type StreamdownProps } from "streamdown";
import { type HastNode, textOf } from "./hast.ts";

const tags = [
  ...(["p", "ul", "ol", "li", "strong", "hr", "blockquote", "sup", "sub"] as const),
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody", "tr", "th", "td"] as const),
];

/** Plain elements: Streamdown's wrappers need a different style sheet. */
export const plainElements: Components = Object.fromEntries(tags.map((tag) => [tag, tag]));

export type Plugins = NonNullable<StreamdownProps["rehypePlugins"]>;

/** Characters of one formula; a longer one takes seconds to set and is shown as it was written. */
const MAX_FORMULA = 2_000;

/** Runs after the sanitiser: the page's own elements are found by id, so a text may not bring ids but of footnotes. */
const guardTree = () => (tree: HastNode) => guard(tree);

const guard = (node: HastNode): void => {
  const { properties } = node;
  if (properties) {
    const { id } = properties;
    if (typeof id !== "string" || !id.startsWith("user-content-fn")) delete properties["id"];
    delete properties["name"];
    const classes = properties["className"];
    if (Array.isArray(classes) && classes.includes("language-math") && textOf(node).length > MAX_FORMULA) {
      delete properties["className"];
    }
  }
  for (const child of node.children ?? []) guard(child);
};

const { raw, sanitize } = defaultRehypePlugins;
const forWords = [sanitize, guardTree] as Plugins;
const forHtml = [raw, sanitize, guardTree] as Plugins;

/**
 * Parsing HTML is most of the work for a text, and hardly any text contains it. The components that draw
 * links and pictures decide where they may lead; Streamdown's own guard would block a path to a neighbouring
 * file.
 */
export const pluginsFor = (text: string): Plugins => (text.includes("<") ? forHtml : forWords);

/** Only a growing text is worth splitting into blocks that stay unchanged. */
export const whole = (text: string): string[] => [text];
