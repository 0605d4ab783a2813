import { type ComponentProps, createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Components, Streamdown } from "streamdown";
import { headingId } from "../../src/renderer/help/guide-sections.ts";
import { plainElements, pluginsFor, whole } from "../../src/renderer/ui/plain-markdown.ts";

/** A page as HTML, by the renderer of the app: `{{…}}` and every other sign of a text stays as it is. */
export const pageBody = (markdown: string): string => {
  const ids = new Map<string, number>();
  return renderToStaticMarkup(
    createElement(
      Streamdown,
      {
        mode: "static",
        className: "text",
        controls: false,
        components: { ...components, ...headings(ids) } as Components,
        linkSafety: { enabled: false },
        rehypePlugins: pluginsFor(markdown),
        parseMarkdownIntoBlocksFn: whole,
      },
      markdown,
    ),
  );
};

type Props = { children?: ReactNode };

/** A heading that comes twice gets a number, as on GitHub. */
const headings = (ids: Map<string, number>) => {
  const heading = (tag: "h1" | "h2" | "h3" | "h4") => (props: Props) => {
    const id = headingId(wordsOf(props.children));
    const times = ids.get(id) ?? 0;
    ids.set(id, times + 1);
    return createElement(tag, { id: times === 0 ? id : `${id}-${times}` }, props.children);
  };
  return { h1: heading("h1"), h2: heading("h2"), h3: heading("h3"), h4: heading("h4") };
};

const wordsOf = (children: ReactNode): string => {
  if (typeof children === "string") return children;
  if (Array.isArray(children)) return children.map(wordsOf).join("");
  const props = (children as { props?: Props } | null)?.props;
  return props ? wordsOf(props.children) : "";
};

const Link = ({ href = "", children }: ComponentProps<"a">) =>
  createElement("a", { href: href.replace(/\.md(?=#|$)/, ".html") }, children);

const Picture = ({ src, alt }: ComponentProps<"img">) =>
  createElement("img", { src, alt: alt ?? "", loading: "lazy" });

const Table = ({ children }: Props) =>
  createElement("div", { className: "table" }, createElement("table", null, children));

const Code = ({ children }: Props) =>
  createElement("pre", { tabIndex: 0 }, createElement("code", null, children));

const InlineCode = ({ children }: Props) => createElement("code", null, children);

const components = {
  ...plainElements,
  a: Link,
  img: Picture,
  table: Table,
  code: Code,
  inlineCode: InlineCode,
};
