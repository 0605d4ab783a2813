import { CaseSensitive, Regex, Replace, SearchX, WholeWord, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { byFile, keyOfPlace } from "./file-edits.ts";
import type { FindState, FindStore, Hit } from "./find-store.ts";
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
  const state = useStore(store);
  const { query, status, failure, hits, files, truncated, unread, replacement, ask } = state;
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
          icon={Replace}
          size={15}
          label={t.files.find.replace}
          aria-pressed={replacement !== null}
          onClick={() => ask({ replacement: replacement === null ? "" : null })}
        />
      </div>
      <Switches state={state} />
      {replacement !== null && <ReplaceField state={state} />}
      <p className={classes(styles.findCount, ui.num)} role="status">
        {status === "found" && t.files.find.count(formatCount(hits.length), formatCount(files), truncated)}
        {status === "looking" && t.files.find.looking}
      </p>
      {status === "found" && unread.count > 0 && (
        <div className={ui.padded}>
          <Problem topic="finding">
            {t.files.find.unread(formatCount(unread.count), unread.paths.slice(0, 3))}
          </Problem>
        </div>
      )}
      {status === "failed" && (
        <div className={ui.padded}>
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        </div>
      )}
      {status === "found" && hits.length === 0 && (
        <EmptyState topic="finding" icon={SearchX} title={t.files.find.nothing(query)}>
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
                  <HitRow key={hit.start} hit={hit} state={state} onOpen={onOpen} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Match case, whole words, regular expression. */
const Switches = ({ state: { caseSensitive, wholeWord, regex, ask } }: { state: FindState }) => (
  <div className={styles.switches}>
    <IconButton
      icon={CaseSensitive}
      size={16}
      label={t.files.find.case}
      aria-pressed={caseSensitive}
      onClick={() => ask({ caseSensitive: !caseSensitive })}
    />
    <IconButton
      icon={WholeWord}
      size={16}
      label={t.files.find.word}
      aria-pressed={wholeWord}
      onClick={() => ask({ wholeWord: !wholeWord })}
    />
    <IconButton
      icon={Regex}
      size={14}
      label={t.files.find.regex}
      aria-pressed={regex}
      onClick={() => ask({ regex: !regex })}
    />
  </div>
);

const ReplaceField = ({ state }: { state: FindState }) => {
  const { replacement, hits, leftOut, status, ask, replaceAll } = state;
  const chosen = hits.length - leftOut.size;
  return (
    <div className={styles.findField}>
      <Input
        aria-label={t.files.find.replaceWith}
        placeholder={t.files.find.replaceWith}
        spellCheck={false}
        value={replacement ?? ""}
        onChange={(event) => ask({ replacement: event.currentTarget.value })}
      />
      <Button size="small" disabled={status !== "found" || chosen === 0} onClick={() => void replaceAll()}>
        {t.files.find.replaceButton(formatCount(chosen))}
      </Button>
    </div>
  );
};

type HitProps = { hit: Hit; state: FindState; onOpen: (hit: Hit, length: number) => void };

/** One place; with a replacement, what it becomes, and a box to leave it as it is. */
const HitRow = ({ hit, state, onOpen }: HitProps) => (
  <li className={styles.hitRow}>
    {hit.insert !== undefined && (
      <input
        type="checkbox"
        aria-label={t.files.find.include(hit.path, hit.line)}
        checked={!state.leftOut.has(keyOfPlace(hit))}
        onChange={() => state.toggle(hit)}
      />
    )}
    <button
      type="button"
      data-hit
      className={styles.findHit}
      onClick={() => onOpen(hit, hit.end - hit.start)}
    >
      <span className={classes(ui.quiet, ui.num)}>{hit.line}</span>
      <span className={classes(ui.grow, ui.ellipsis)}>
        <Marked hit={hit} />
      </span>
    </button>
  </li>
);

/** Characters before a hit that stay in a narrow pane. */
const BEFORE = 16;

const Marked = ({ hit: { text, at, start, end, insert } }: { hit: Hit }) => {
  const from = at > 24 ? at - BEFORE : 0;
  const found = text.slice(at, at + end - start);
  return (
    <>
      {from > 0 && "…"}
      {text.slice(from, at).trimStart()}
      {insert === undefined ? <mark>{found}</mark> : <del>{found}</del>}
      {insert !== undefined && <ins>{insert}</ins>}
      {text.slice(at + end - start)}
    </>
  );
};
