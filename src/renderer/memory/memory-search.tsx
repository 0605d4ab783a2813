import { X } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import type { MemoryStore } from "./memory-store.ts";
import { tierOfShelf } from "./shelf.ts";
import { SearchField } from "../ui/search-field.tsx";
import ui from "../ui/basics.module.css";

type Props = { store: MemoryStore; onSearch: () => void };

const words = t.memory;

export const MemorySearch = ({ store, onSearch }: Props) => {
  const { query, shelf, search } = useStore(store);
  const field = useRef<HTMLInputElement>(null);
  const tier = tierOfShelf(shelf);
  const label = tier ? words.searchIn(words.shelves[tier]) : words.search;
  const clear = () => {
    search("");
    field.current?.focus();
  };
  return (
    <div className={ui.grow} role="search">
      <SearchField
        ref={field}
        aria-label={label}
        placeholder={label}
        value={query}
        spellCheck={false}
        onChange={(event) => {
          onSearch();
          search(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && query !== "") clear();
          if (event.key === "ArrowDown") {
            event.preventDefault();
            document.querySelector<HTMLElement>("[data-memory-row]")?.focus();
          }
        }}
      >
        {query !== "" && (
          <button type="button" className={ui.iconButton} aria-label={words.clear} onClick={clear}>
            <Icon of={X} size={13} />
          </button>
        )}
      </SearchField>
    </div>
  );
};
