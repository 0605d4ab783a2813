import { type ComponentProps, createContext, memo, use } from "react";
import { Streamdown } from "streamdown";
import { showPlace } from "../ui/help.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { plainElements, pluginsFor, whole } from "../ui/plain-markdown.ts";
import type { GuidePage as PageName } from "../ui/help-topics.ts";
import { pictureAt } from "./guide.ts";
import { placeOfLink } from "./guide-link.ts";
import { headingId } from "./guide-sections.ts";
import styles from "./guide-page.module.css";

const Page = createContext<PageName>("first-day");

type Props = { page: PageName; text: string };

/** A page of the guide as formatted text. */
export const GuidePage = memo(({ page, text }: Props) => (
  <Page value={page}>
    <Streamdown
      mode="static"
      className={styles.page}
      controls={false}
      components={components}
      linkSafety={linkSafety}
      rehypePlugins={pluginsFor(text)}
      parseMarkdownIntoBlocksFn={whole}
    >
      {text}
    </Streamdown>
  </Page>
));

const linkSafety = { enabled: false };

type Extra = { node?: unknown };

/** Ids of the guide's headings, apart from all others of the window. */
export const headingElementId = (id: string): string => `guide-${id}`;

const heading =
  (Tag: "h2" | "h3") =>
  ({ node: _node, children, ...rest }: ComponentProps<"h2"> & Extra) =>
    (
      // The section is announced when a link leads to it.
      <Tag {...rest} id={headingElementId(headingId(wordsOf(children)))} tabIndex={-1}>
        {children}
      </Tag>
    );

const wordsOf = (children: unknown): string => {
  if (typeof children === "string") return children;
  if (Array.isArray(children)) return children.map(wordsOf).join("");
  const props = (children as { props?: { children?: unknown } } | null)?.props;
  return props ? wordsOf(props.children) : "";
};

const Link = ({ node: _node, href = "", children, ...rest }: ComponentProps<"a"> & Extra) => {
  const place = placeOfLink(href, use(Page));
  if (place !== null) return <LinkButton onClick={() => showPlace(place)}>{children}</LinkButton>;
  return (
    <a {...rest} href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
};

const Picture = ({ src, alt }: ComponentProps<"img"> & Extra) => {
  const address = typeof src === "string" ? pictureAt(src) : null;
  return address === null ? alt : <img src={address} alt={alt ?? ""} />;
};

const Table = ({ node: _node, children, ...rest }: ComponentProps<"table"> & Extra) => (
  <div className={styles.table}>
    <table {...rest}>{children}</table>
  </div>
);

const Code = ({ node: _node, children }: ComponentProps<"code"> & Extra) => (
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
);

const InlineCode = ({ node: _node, children }: ComponentProps<"code"> & Extra) => <code>{children}</code>;

const components = {
  ...plainElements,
  h2: heading("h2"),
  h3: heading("h3"),
  a: Link,
  img: Picture,
  table: Table,
  code: Code,
  inlineCode: InlineCode,
};
