import { type ComponentProps, memo } from "react";
import { Streamdown } from "streamdown";
import { canBeDrawn } from "../ui/markdown-bounds.ts";
import { plainElements, pluginsFor, whole } from "../ui/plain-markdown.ts";
import { t } from "../ui/messages/index.ts";
import { useMath } from "../ui/use-math.ts";
import { useChatActions } from "./chat-actions.ts";
import { RemotePicture } from "./remote-picture.tsx";
import { CodeBlock } from "./code-block.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./markdown.module.css";

type Props = { text: string; streaming: boolean };

/**
 * An answer as formatted text. HTML in it is sanitised, and remote pictures become links: showing an answer
 * sends no request.
 */
const Markdown = ({ text: source, streaming }: Props) => {
  const { text, plugins } = useMath(source);
  if (!canBeDrawn(source)) return <AsWritten text={source} />;
  return (
    <Streamdown
      mode={streaming ? "streaming" : "static"}
      isAnimating={streaming}
      className={streaming ? classes(styles.md, styles.mdLive) : styles.md}
      controls={false}
      components={components}
      linkSafety={linkSafety}
      rehypePlugins={pluginsFor(text)}
      {...(!streaming && { parseMarkdownIntoBlocksFn: whole })}
      {...(plugins && { plugins })}
    >
      {text}
    </Streamdown>
  );
};

export default memo(Markdown);

const linkSafety = { enabled: false };

const AsWritten = ({ text }: { text: string }) => (
  <div className={styles.md}>
    <p className={classes(ui.muted, ui.small)}>{t.tooDeep}</p>
    <p className={styles.mdPlain}>{text}</p>
  </div>
);

type Extra = { node?: unknown };

const Link = ({ node: _node, href = "", children, ...rest }: ComponentProps<"a"> & Extra) => {
  const { fileAt, openFile } = useChatActions();
  if (/^(https?|mailto):/.test(href)) {
    return (
      <a {...rest} href={href} target="_blank" rel="noreferrer noopener" title={href}>
        {children}
      </a>
    );
  }
  const path = fileAt(href);
  if (path === null) return children;
  return (
    <button type="button" className={styles.mdFile} onClick={() => openFile(path)}>
      {children}
    </button>
  );
};

const Picture = ({ src, alt }: ComponentProps<"img"> & Extra) => {
  const address = typeof src === "string" ? src : "";
  if (address.startsWith("data:image/")) return <img src={address} alt={alt ?? ""} />;
  if (/^https?:/.test(address)) return <RemotePicture key={address} address={address} alt={alt ?? ""} />;
  return <Link href={address}>{alt || address}</Link>;
};

const Table = ({ node: _node, children, ...rest }: ComponentProps<"table"> & Extra) => (
  <div className={styles.mdTable}>
    <table {...rest}>{children}</table>
  </div>
);

const InlineCode = ({ node: _node, children }: ComponentProps<"code"> & Extra) => <code>{children}</code>;

const components = {
  ...plainElements,
  a: Link,
  img: Picture,
  table: Table,
  code: CodeBlock,
  inlineCode: InlineCode,
};
