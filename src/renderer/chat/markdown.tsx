import { type ComponentProps, memo, useEffect, useState } from "react";
import { type Components, defaultRehypePlugins, type PluginConfig, Streamdown } from "streamdown";
import { useChatActions } from "./chat-actions.ts";
import { CodeBlock } from "./code-block.tsx";

type Props = { text: string; streaming: boolean };

/**
 * An answer as a person reads it. HTML in it is sanitised, pictures from elsewhere are links: showing an answer
 * sends nothing to anybody.
 */
const Markdown = ({ text, streaming }: Props) => {
  const plugins = useMath(/\$\$|\\\(|\\\[/.test(text));
  return (
    <Streamdown
      mode={streaming ? "streaming" : "static"}
      isAnimating={streaming}
      className={streaming ? "md md-live" : "md"}
      controls={false}
      components={components}
      linkSafety={linkSafety}
      {...(!text.includes("<") && { rehypePlugins: withoutHtml })}
      {...(!streaming && { parseMarkdownIntoBlocksFn: whole })}
      {...(plugins && { plugins })}
    >
      {text}
    </Streamdown>
  );
};

export default memo(Markdown);

const linkSafety = { enabled: false };

/** Reading HTML is most of the work of a message, and hardly any has some. */
const { raw: _raw, ...others } = defaultRehypePlugins;
const withoutHtml = Object.values(others);

/** Only a text that grows is worth being split into the blocks that stay as they are. */
const whole = (text: string) => [text];

const useMath = (wanted: boolean): PluginConfig | null => {
  const [plugins, setPlugins] = useState<PluginConfig | null>(null);
  useEffect(() => {
    if (!wanted || plugins) return;
    void import("./math.ts").then(({ math }) => setPlugins({ math }));
  }, [wanted, plugins]);
  return wanted ? plugins : null;
};

type Extra = { node?: unknown };

const Link = ({ node: _node, href = "", children, ...rest }: ComponentProps<"a"> & Extra) => {
  const { openFile } = useChatActions();
  if (/^(https?|mailto):/.test(href)) {
    return (
      <a {...rest} href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  }
  const path = decodeURIComponent(href)
    .replace(/^\.?\//, "")
    .replace(/#.*$/, "");
  return (
    <button type="button" className="md-file" onClick={() => openFile(path)}>
      {children}
    </button>
  );
};

const Picture = ({ src, alt }: ComponentProps<"img"> & Extra) => {
  const address = typeof src === "string" ? src : "";
  if (address.startsWith("data:image/")) return <img src={address} alt={alt ?? ""} />;
  return <Link href={address}>{alt || address}</Link>;
};

const Table = ({ node: _node, children, ...rest }: ComponentProps<"table"> & Extra) => (
  <div className="md-table">
    <table {...rest}>{children}</table>
  </div>
);

const InlineCode = ({ node: _node, children }: ComponentProps<"code"> & Extra) => <code>{children}</code>;

/** The style sheet does the rest: what Streamdown would put around them is for another one. */
const tags = [
  ...(["p", "ul", "ol", "li", "strong", "hr", "blockquote", "sup", "sub"] as const),
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody", "tr", "th", "td"] as const),
];
const asTheyAre: Components = Object.fromEntries(tags.map((tag) => [tag, tag]));

const components = {
  ...asTheyAre,
  a: Link,
  img: Picture,
  table: Table,
  code: CodeBlock,
  inlineCode: InlineCode,
};
