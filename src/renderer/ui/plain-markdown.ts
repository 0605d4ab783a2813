import { type Components, defaultRehypePlugins, type StreamdownProps } from "streamdown";

const tags = [
  ...(["p", "ul", "ol", "li", "strong", "hr", "blockquote", "sup", "sub"] as const),
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody", "tr", "th", "td"] as const),
];

/** Elements as they are: what Streamdown would put around them is for another style sheet. */
export const plainElements: Components = Object.fromEntries(tags.map((tag) => [tag, tag]));

const { raw: _raw, ...others } = defaultRehypePlugins;
const withoutHtml = Object.values(others);

/** Reading HTML is most of the work of a text, and hardly any has some. */
export const pluginsFor = (text: string): Pick<StreamdownProps, "rehypePlugins"> =>
  text.includes("<") ? {} : { rehypePlugins: withoutHtml };

/** Only a text that grows is worth being split into the blocks that stay as they are. */
export const whole = (text: string): string[] => [text];
