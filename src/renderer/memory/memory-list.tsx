import { type KeyboardEvent, type ReactElement, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import styles from "./memory-list.module.css";

type Props<Item> = {
  label: string;
  items: readonly Item[];
  children: (item: Item, index: number) => ReactElement;
  /** Called when the last row is near. */
  onEnd?: () => void;
};

/** Draws only the visible rows. Arrow keys move from row to row. */
export const MemoryList = <Item extends { readonly id: string }>(props: Props<Item>) => {
  const { label, items, children, onEnd } = props;
  const list = useRef<VListHandle>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).dataset["memoryRow"];
    if (!step || row === undefined) return;
    event.preventDefault();
    const next = items.findIndex(({ id }) => id === row) + step;
    const id = items[next]?.id;
    if (id === undefined) return;
    list.current?.scrollToIndex(next, { align: "nearest" });
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-memory-row="${CSS.escape(id)}"]`)?.focus(),
    );
  };
  return (
    <div className={styles.memoryList} onKeyDown={onKey}>
      <VList
        ref={list}
        role="list"
        aria-label={label}
        data={items}
        style={{ height: "100%" }}
        onScroll={(offset) => {
          const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
          if (offset + 2 * viewportSize > scrollSize) onEnd?.();
        }}
      >
        {(item, index) => (
          <div key={item.id} role="listitem">
            {children(item, index)}
          </div>
        )}
      </VList>
    </div>
  );
};
