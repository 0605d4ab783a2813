import { lazy, type ComponentProps, Suspense, useMemo } from "react";
import { Streamdown } from "streamdown";
import { Boundary } from "../ui/boundary.tsx";
import { shiftedBy } from "../ui/inline-math.ts";
import { canBeDrawn } from "../ui/markdown-bounds.ts";
import { t } from "../ui/messages/index.ts";
import { plainElements, type Plugins, pluginsFor, whole } from "../ui/plain-markdown.ts";
import { useHighlight } from "../ui/use-highlight.ts";
import { useMath } from "../ui/use-math.ts";
import { Callout } from "./callout.tsx";
import { CutBand, CutCaret } from "./cut-band.tsx";
import { NoteEmbed } from "./note-embed.tsx";
import { Link, NoteLink } from "./note-link.tsx";
import { NotePicture } from "./note-picture.tsx";
import { noteSyntax } from "./note-syntax.ts";
import { usePage } from "./use-page.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./read-view.module.css";

const Diagram = lazy(() => import("../ui/diagram.tsx"));

type Props = {
  text: string;
  /** Line of the file in which it begins. */
  firstLine: number;
  /** Offset in the text after which nothing is sent. */
  cutAt: number | null;
};

/** A piece of a note, drawn. What cannot be drawn is shown as it was written. */
export const NotePart = ({ text, firstLine, cutAt }: Props) => {
  const asWritten = <AsWritten text={text} />;
  if (!canBeDrawn(text)) return asWritten;
  return (
    <Boundary instead={asWritten}>
      <Drawn text={text} firstLine={firstLine} cutAt={cutAt} />
    </Boundary>
  );
};

const Drawn = ({ text, firstLine, cutAt }: Props) => {
  const math = useMath(text);
  const cut = cutAt === null ? null : shiftedBy(math, cutAt);
  const plugins = useMemo(
    () => [...pluginsFor(text), [noteSyntax, { firstLine, cutAt: cut }]] as Plugins,
    [text, firstLine, cut],
  );
  return (
    <Streamdown
      mode="static"
      controls={false}
      linkSafety={linkSafety}
      components={components}
      parseMarkdownIntoBlocksFn={whole}
      rehypePlugins={plugins}
      {...(math.plugins && { plugins: math.plugins })}
    >
      {math.text}
    </Streamdown>
  );
};

const linkSafety = { enabled: false };

const AsWritten = ({ text }: { text: string }) => (
  <>
    <p className={classes(ui.muted, ui.small)}>{t.tooDeep}</p>
    <p className={styles.asWritten}>{text}</p>
  </>
);

type Extra = { node?: unknown };

const Code = ({ className, children }: ComponentProps<"code"> & Extra) => {
  const language = /language-([\w+#./-]+)/.exec(className ?? "")?.[1] ?? "";
  const code = (typeof children === "string" ? children : "").replace(/\n$/, "");
  const lines = useHighlight(code, language, false);
  const source = (
    <pre tabIndex={0} aria-label={language || t.chat.code.text}>
      <code>{lines ?? code}</code>
    </pre>
  );
  if (language !== "mermaid") return source;
  return (
    <figure className={styles.figure}>
      <Suspense fallback={source}>
        <Diagram source={code} />
      </Suspense>
    </figure>
  );
};

const InlineCode = ({ children }: ComponentProps<"code"> & Extra) => <code>{children}</code>;

/** Ticking writes the file. One that stands in an embedded note is ticked there. */
const TaskBox = ({
  checked,
  "data-line": line,
}: ComponentProps<"input"> & { "data-line"?: number | string }) => {
  const { onTick } = usePage();
  if (line === undefined) return null;
  return (
    <input
      type="checkbox"
      className={styles.task}
      aria-label={t.editor.note.task}
      checked={checked ?? false}
      onChange={() => onTick(Number(line))}
    />
  );
};

const components = {
  ...plainElements,
  table: "table" as const,
  mark: "mark" as const,
  a: Link,
  img: NotePicture,
  code: Code,
  inlineCode: InlineCode,
  input: TaskBox,
  "note-link": NoteLink,
  "note-embed": NoteEmbed,
  "note-callout": Callout,
  "cut-band": CutBand,
  "cut-caret": CutCaret,
};
