import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { NavList, NavRow } from "./nav-list.tsx";

type Props<Item> = {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  selected: string | null;
  onSelect: (id: string) => void;
  /** What stands in a row. */
  children: (item: Item) => ReactNode;
};

/** A list of which one is shown beside it. One row takes the Tab key; arrows go to the others. */
export const NavPicker = <Item,>({ label, items, idOf, selected, onSelect, children }: Props<Item>) => {
  const list = useRef<HTMLUListElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest("li");
    const at = [...(list.current?.children ?? [])].findIndex((each) => each === row);
    const next = step && items[at + step];
    if (!next) return;
    event.preventDefault();
    onSelect(idOf(next));
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("[aria-current]")?.focus());
  };
  return (
    <NavList ref={list} aria-label={label} onKeyDown={onKey}>
      {items.map((item) => {
        const id = idOf(item);
        return (
          <li key={id}>
            <NavRow
              aria-current={id === selected || undefined}
              tabIndex={id === selected ? 0 : -1}
              onClick={() => onSelect(id)}
            >
              {children(item)}
            </NavRow>
          </li>
        );
      })}
    </NavList>
  );
};
