import { CaseSensitive, SearchX, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { FindStore, Hit } from "./find-store.ts";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import filesPaneStyles from "./files-pane.module.css";
import ui from "../ui/basics.module.css";
import styles from "./find-pane.module.css";

type Props = {
  store: FindStore;
  /** Incremented whenever the field should take the focus. */
  focus: number;
  onOpen: (hit: Hit, length: number) => void;
  onClose: () => void;
};

/** All matches of a text, by file. Arrow keys move through them, Escape returns to the files. */
export const FindPane = ({ store, focus, onOpen, onClose }: Props) => {
  const { query, caseSensitive, status, failure, hits, files, truncated, ask } = useStore(store);
  const pane = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const groups = useMemo(() => byFile(hits), [hits]);
  useEffect(() => {
    if (focus > 0) field.current?.select();
  }, [focus]);

  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onClose();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const rows = [...(pane.current?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
    const next = rows.indexOf(document.activeElement as HTMLElement) + step;
    event.preventDefault();
    (next < 0 ? field.current : rows[next])?.focus();
  };

  return (
    <section
      className={filesPaneStyles.filesPane}
      data-pane="files"
      aria-label={t.files.find.title}
      ref={pane}
      onKeyDown={onKey}
    >
      <header className={filesPaneStyles.paneHead}>
        <h2>{t.files.find.title}</h2>
        <span className={ui.grow} />
        <IconButton icon={X} label={t.files.find.close} onClick={onClose} />
      </header>
      <div className={styles.findField}>
        <Input
          ref={field}
          type="search"
          aria-label={t.files.find.label}
          placeholder={t.files.find.placeholder}
          spellCheck={false}
          value={query}
          onChange={(event) => ask({ query: event.currentTarget.value })}
        />
        <IconButton
          icon={CaseSensitive}
          size={16}
          label={t.files.find.case}
          aria-pressed={caseSensitive}
          onClick={() => ask({ caseSensitive: !caseSensitive })}
        />
      </div>
      <p className={classes(styles.findCount, ui.num)} role="status">
        {status === "found" && t.files.find.count(formatCount(hits.length), formatCount(files), truncated)}
        {status === "looking" && t.files.find.looking}
      </p>
      {status === "failed" && (
        <div className={ui.padded}>
          <Problem role="alert">{failure}</Problem>
        </div>
      )}
      {status === "found" && hits.length === 0 && (
        <EmptyState icon={SearchX} title={t.files.find.nothing(query)}>
          {t.files.find.nothingText}
        </EmptyState>
      )}
      {hits.length > 0 && (
        <ul className={styles.findFiles} aria-label={t.files.find.results}>
          {groups.map(([path, found]) => (
            <li key={path}>
              <h3 className={classes(styles.findPath, ui.row)} title={path}>
                <span className={classes(ui.grow, ui.ellipsis)}>{path}</span>
                <span className={classes(ui.quiet, ui.num)}>{found.length}</span>
              </h3>
              <ul>
                {found.map((hit) => (
                  <li key={`${hit.line}:${hit.column}`}>
                    <button
                      type="button"
                      data-hit
                      className={styles.findHit}
                      onClick={() => onOpen(hit, query.length)}
                    >
                      <span className={classes(ui.quiet, ui.num)}>{hit.line}</span>
                      <span className={classes(ui.grow, ui.ellipsis)}>
                        <Marked text={hit.text} query={query} caseSensitive={caseSensitive} />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

type MarkedProps = { text: string; query: string; caseSensitive: boolean };

const Marked = ({ text, query, caseSensitive }: MarkedProps) => {
  const at = caseSensitive ? text.indexOf(query) : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return text;
  // The text before the hit would push it out of a narrow pane.
  const from = at > 24 ? at - 16 : 0;
  return (
    <>
      {from > 0 && "…"}
      {text.slice(from, at).trimStart()}
      <mark>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  );
};

const byFile = (hits: readonly Hit[]): readonly (readonly [string, readonly Hit[]])[] => {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) groups.set(hit.path, [...(groups.get(hit.path) ?? []), hit]);
  return [...groups];
};
