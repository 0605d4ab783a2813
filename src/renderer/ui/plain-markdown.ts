import { type Components, defaultRehypePlugins, type StreamdownProps } from "streamdown";
import { type HastNode, textOf } from "./hast.ts";

const tags = [
  ...(["p", "ul", "ol", "li", "strong", "hr", "blockquote", "sup", "sub"] as const),
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody", "tr", "th", "td"] as const),
];

/** Elements as they are: what Streamdown would put around them is for another style sheet. */
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
 * Reading HTML is most of the work of a text, and hardly any has some. Where links and pictures may lead is for
 * the components that draw them; Streamdown's own guard would block a path to a file beside this one.
 */
export const pluginsFor = (text: string): Plugins => (text.includes("<") ? forHtml : forWords);

/** Only a text that grows is worth being split into the blocks that stay as they are. */
export const whole = (text: string): string[] => [text];
