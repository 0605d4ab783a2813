import { memo, useEffect, useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { t } from "../ui/messages/index.ts";
import { NotePart } from "./note-part.tsx";
import { DrawContext, type Page, PageContext } from "./page-context.ts";
import { pageParts } from "./page-parts.ts";
import { Properties } from "./properties.tsx";
import styles from "./read-view.module.css";

type Props = {
  text: string;
  name: string;
  page: Page;
  /** Offset in the text after which nothing is sent; null when all of it is. */
  cutAt: number | null;
  /** A line to show; the object is another one each time it is asked for. */
  goal: { readonly line: number } | null;
};

/** The file as formatted text. Of a long one only the visible part is drawn. */
const ReadView = ({ text, name, page, cutAt, goal }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const parts = useMemo(() => partsOf(text), [text]);
  const top = useMemo(() => text.slice(0, parseFrontMatter(text).offset), [text]);

  useEffect(() => {
    if (!goal) return;
    const index = parts.findLastIndex((part) => part.firstLine <= goal.line);
    if (parts.length > 1) list.current?.scrollToIndex(Math.max(0, index), { align: "start" });
    // The part has to be drawn before a place in it can be found.
    const timer = setTimeout(() => {
      const lines = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
      const at = lines.findLast((each) => Number(each.dataset["line"]) <= goal.line);
      if (goal.line <= 1) scroller.current?.scrollTo({ top: 0 });
      else at?.scrollIntoView({ block: "start" });
    }, 60);
    return () => clearTimeout(timer);
  }, [goal, parts]);

  const draw = ({ text: part, from, firstLine }: PagePart) => {
    const cut = cutAt === null ? null : cutAt - from;
    return (
      <div className={styles.prose} data-cut={cut !== null && cut < 0 ? "" : undefined}>
        {from <= top.length && <Properties text={top} />}
        <NotePart
          text={part}
          firstLine={firstLine}
          cutAt={cut !== null && cut >= 0 && cut < part.length ? cut : null}
        />
      </div>
    );
  };
  return (
    <PageContext value={page}>
      <DrawContext value={drawEmbedded}>
        <div
          ref={scroller}
          className={styles.readView}
          tabIndex={0}
          role="tabpanel"
          aria-label={t.editor.text(name)}
          data-long={parts.length > 1 || undefined}
        >
          {parts[0] && parts.length === 1 ? (
            draw(parts[0])
          ) : (
            <Virtualizer data={parts} scrollRef={scroller} ref={list}>
              {(part) => <div key={part.from}>{draw(part)}</div>}
            </Virtualizer>
          )}
        </div>
      </DrawContext>
    </PageContext>
  );
};

export default memo(ReadView);

const drawEmbedded = (text: string) => <NotePart text={text} firstLine={1} cutAt={null} />;

type PagePart = { readonly text: string; readonly from: number; readonly firstLine: number };

const partsOf = (text: string): readonly PagePart[] => {
  let from = parseFrontMatter(text).offset;
  let firstLine = linesIn(text.slice(0, from)) + 1;
  return pageParts(text.slice(from)).map((part) => {
    const placed = { text: part, from, firstLine };
    from += part.length;
    firstLine += linesIn(part);
    return placed;
  });
};

const linesIn = (text: string): number => text.split("\n").length - 1;
