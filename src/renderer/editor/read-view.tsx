import { type ComponentProps, createContext, use, useMemo, useRef } from "react";
import { Streamdown } from "streamdown";
import { Virtualizer } from "virtua";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { linkedPath } from "../ui/linked-path.ts";
import { t } from "../ui/messages/index.ts";
import { plainElements, pluginsFor, whole } from "../ui/plain-markdown.ts";
import { pageParts } from "./page-parts.ts";
import styles from "./read-view.module.css";

type Props = { text: string; name: string; path: string; onOpen: (path: string) => void };

/** The file as a person reads it. Of a long one only what is in sight is drawn. */
const ReadView = ({ text, name, path, onOpen }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => pageParts(text.slice(parseFrontMatter(text).offset)), [text]);
  const page = useMemo(() => ({ path, onOpen }), [path, onOpen]);
  return (
    <PageContext value={page}>
      <div
        ref={scroller}
        className={styles.readView}
        tabIndex={0}
        role="tabpanel"
        aria-label={t.editor.text(name)}
        data-long={parts.length > 1 || undefined}
      >
        {parts.length === 1 ? (
          <Part text={parts[0] ?? ""} />
        ) : (
          <Virtualizer data={parts} scrollRef={scroller}>
            {(part, index) => <Part key={index} text={part} />}
          </Virtualizer>
        )}
      </div>
    </PageContext>
  );
};

export default ReadView;

const Part = ({ text }: { text: string }) => (
  <Streamdown
    mode="static"
    className={styles.prose}
    controls={false}
    linkSafety={linkSafety}
    components={components}
    parseMarkdownIntoBlocksFn={whole}
    rehypePlugins={pluginsFor(text)}
  >
    {text}
  </Streamdown>
);

const linkSafety = { enabled: false };

type Page = Pick<Props, "path" | "onOpen">;

const PageContext = createContext<Page>({ path: "", onOpen: () => {} });

/** To another file of the project, or out into a browser. */
const Link = ({ href = "", children }: ComponentProps<"a">) => {
  const { path, onOpen } = use(PageContext);
  if (/^(https?|mailto):/.test(href)) {
    return (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  }
  const target = linkedPath(path, href);
  if (target === null) return children;
  return (
    <button type="button" className={styles.proseLink} onClick={() => onOpen(target)}>
      {children}
    </button>
  );
};

/** Looking at a file fetches nothing from elsewhere. */
const Picture = ({ src, alt }: ComponentProps<"img">) => {
  const address = typeof src === "string" ? src : "";
  if (address.startsWith("data:image/")) return <img src={address} alt={alt ?? ""} />;
  return <Link href={address}>{alt || address}</Link>;
};

const components = {
  ...plainElements,
  ...({ table: "table", pre: "pre", code: "code" } as const),
  a: Link,
  img: Picture,
};
