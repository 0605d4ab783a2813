import { ArrowDown } from "lucide-react";
import { memo, type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import { Boundary } from "../ui/boundary.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { createPace, isThrown } from "./pace.ts";
import type { Row } from "./rows.ts";
import { PaceContext } from "./use-in-full.ts";
import styles from "./message-list.module.css";

type Props = {
  rows: readonly Row[];
  /** Must be the same function as long as a row looks the same: scrolling then draws only new rows. */
  children: (row: Row) => ReactNode;
};

/** Pixels around the visible part that are drawn as well; while scrolling fast, more would never be seen. */
const OVERDRAWN_PX = 600;

/** Closer to the end than this, in pixels, counts as the end. */
const NEAR_END_PX = 8;
const FAR_FROM_END_PX = 160;

/**
 * Draws only what is visible. The list follows new content until the user scrolls up, and follows again when
 * they return to the end.
 */
export const MessageList = ({ rows, children }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const top = useRef(0);
  const [away, setAway] = useState(false);
  const [thrown, setThrown] = useState(false);
  const [pace] = useState(() => createPace());

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [toEnd]);

  const last = rows.at(-1);
  useEffect(() => {
    // After sending a message, the user wants to see it.
    if (last?.kind === "own" || last?.kind === "thinking") follows.current = true;
    if (follows.current) toEnd();
  }, [last, toEnd]);

  const leave = () => {
    follows.current = false;
  };
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const gap = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (gap < NEAR_END_PX && element.scrollTop >= top.current) follows.current = true;
    const by = element.scrollTop - top.current;
    if (!follows.current) {
      pace.moved(by);
      setThrown(isThrown(by));
    }
    top.current = element.scrollTop;
    setAway(gap > FAR_FROM_END_PX && !follows.current);
  };

  return (
    <div className={styles.chatList}>
      <div
        ref={scroller}
        className={styles.chatScroll}
        role="log"
        aria-label={t.chat.messages}
        tabIndex={0}
        onScroll={onScroll}
        onWheel={(event) => event.deltaY < 0 && leave()}
        onTouchMove={leave}
        onPointerDown={(event) => event.target === scroller.current && leave()}
        // A message becomes taller when it is edited: following the end would push its field out of view.
        onFocus={(event) => event.target instanceof HTMLTextAreaElement && leave()}
        onKeyDown={(event) => ["ArrowUp", "PageUp", "Home"].includes(event.key) && leave()}
      >
        <div className={styles.chatRows}>
          <PaceContext value={pace}>
            <Virtualizer
              data={rows}
              scrollRef={scroller}
              bufferSize={thrown ? 0 : OVERDRAWN_PX}
              onScrollEnd={() => setThrown(false)}
            >
              {(row): ReactElement => <ListRow key={row.key} row={row} draw={children} />}
            </Virtualizer>
          </PaceContext>
        </div>
      </div>
      {away && (
        <button
          type="button"
          className={styles.chatNewest}
          onClick={() => {
            follows.current = true;
            toEnd();
          }}
        >
          <Icon of={ArrowDown} size={13} />
          {t.chat.newest}
        </button>
      )}
    </div>
  );
};

type RowProps = { row: Row; draw: (row: Row) => ReactNode };

/** Drawn inside the boundary, so that it catches errors while drawing. */
const Drawn = ({ row, draw }: RowProps) => draw(row);

/** The virtualiser requests all visible rows whenever one is added or measured. */
const ListRow = memo(({ row, draw }: RowProps) => (
  <div className={styles.chatRow} data-kind={row.kind}>
    <Boundary instead={<p role="alert">{t.chat.cannotBeShown}</p>}>
      <Drawn row={row} draw={draw} />
    </Boundary>
  </div>
));
