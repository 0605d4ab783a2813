import { type Components, defaultRehypePlugins, type StreamdownProps } from "streamdown";

const tags = [
  ...(["p", "ul", "ol", "li", "strong", "hr", "blockquote", "sup", "sub"] as const),
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody", "tr", "th", "td"] as const),
];

/** Elements as they are: what Streamdown would put around them is for another style sheet. */
export const plainElements: Components = Object.fromEntries(tags.map((tag) => [tag, tag]));

type Plugins = NonNullable<StreamdownProps["rehypePlugins"]>;

const { raw, sanitize } = defaultRehypePlugins;
const forWords = [sanitize] as Plugins;
const forHtml = [raw, sanitize] as Plugins;

/**
 * Reading HTML is most of the work of a text, and hardly any has some. Where links and pictures may lead is for
 * the components that draw them; Streamdown's own guard would block a path to a file beside this one.
 */
export const pluginsFor = (text: string): Plugins => (text.includes("<") ? forHtml : forWords);

/** Only a text that grows is worth being split into the blocks that stay as they are. */
export const whole = (text: string): string[] => [text];
