import { ArrowDown, ArrowUp, Eye, EyeOff, Pin, PinOff } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { Profile } from "#shared/model/profile.ts";
import { formatTokens } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/messages/index.ts";
import { notify } from "../../ui/notify.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { type Lens, originOfPart, partColour } from "./part-origin.ts";
import type { Part } from "./parts.ts";
import { type Sort, type SortKey, sortParts } from "./sort-parts.ts";
import { shortWhy } from "./why.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./segment-table.module.css";

type Props = {
  parts: readonly Part[];
  before: ReadonlyMap<string, Part> | null;
  profile: Profile | null;
  selected: string | null;
  onSelect: (id: string) => void;
  onPin: (part: Part, pinned: boolean) => void;
  onExclude: (part: Part, excluded: boolean) => void;
  onPriority: (part: Part, priority: number) => void;
  lens: Lens;
};

const columns: readonly { key: SortKey | "why"; right?: boolean }[] = [
  { key: "title" },
  { key: "layer" },
  { key: "raw", right: true },
  { key: "sent", right: true },
  { key: "removed", right: true },
  { key: "priority", right: true },
  { key: "why" },
];

/** The same parts as the map, for reading, sorting and keys. Only visible rows are in the page. */
export const SegmentTable = (props: Props) => {
  const { parts, selected, onSelect } = props;
  const [sort, setSort] = useState<Sort>({ key: "removed", down: true });
  const [filter, setFilter] = useState("");
  const rows = useMemo(() => sortParts(parts, sort, filter), [parts, sort, filter]);
  const list = useRef<VListHandle>(null);
  const grid = useRef<HTMLDivElement>(null);
  const at = rows.findIndex(({ id }) => id === selected);

  // Only when a different part is picked: following its row in the order would cause a layout at every preview.
  const isListed = at >= 0;
  useEffect(() => {
    if (isListed) list.current?.scrollToIndex(at, { align: "nearest" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above.
  }, [selected, isListed, sort]);

  const go = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!next) return;
    onSelect(next.id);
    // The row may not be drawn yet, and the row with the focus may be removed meanwhile. Until then the grid
    // receives the keys.
    grid.current?.focus({ preventScroll: true });
    const focusRow = (tries: number) =>
      requestAnimationFrame(() => {
        if (document.activeElement !== grid.current) return;
        const row = grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"]`);
        if (row) row.focus();
        else if (tries > 0) focusRow(tries - 1);
      });
    focusRow(MAX_FRAMES);
  };
  const keys = (event: React.KeyboardEvent) => {
    const isRow = (event.target as HTMLElement).getAttribute("role") === "row";
    if (!isRow && event.target !== grid.current) return;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  return (
    <section className={styles.segments} aria-label={t.budget.table.title} data-tour="table">
      <header className={classes(ui.row, styles.segmentsHead)}>
        <h2>{t.budget.table.title}</h2>
        <span className={classes(ui.quiet, ui.small, ui.num)}>
          {t.budget.table.count(rows.length)}, {t.budget.table.sorted(t.budget.table.sortNames[sort.key])}
        </span>
        <span className={ui.grow} />
        <SearchField
          type="search"
          size="small"
          className={styles.segmentsFilter}
          aria-label={t.budget.table.filterLabel}
          placeholder={t.budget.table.filter}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </header>
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        tabIndex={-1}
        aria-label={t.budget.table.title}
        aria-rowcount={rows.length + 1}
        onKeyDown={keys}
      >
        <div className={classes(styles.gridRow, styles.gridHead)} role="row" aria-rowindex={1}>
          <span role="columnheader">
            <span className={ui.spoken}>{t.budget.table.fate}</span>
          </span>
          {columns
            .map(({ key, right }) => ({ key: key === "layer" ? props.lens : key, right }))
            .map(({ key, right }) => (
              <HeadCell key={key} column={key} right={right ?? false} sort={sort} onSort={setSort} />
            ))}
          <span role="columnheader">
            <span className={ui.spoken}>{t.budget.fix.title}</span>
          </span>
        </div>
        {rows.length === 0 && (
          <p className={classes(ui.quiet, styles.segmentsNone)}>{t.budget.table.nothing(filter)}</p>
        )}
        <VList
          ref={list}
          className={styles.gridBody}
          role="rowgroup"
          style={{ height: "auto" }}
          data={rows}
          itemSize={28}
        >
          {(part, index) => (
            <Row
              key={part.id}
              {...props}
              part={part}
              was={props.before?.get(part.id) ?? null}
              index={index}
              isSelected={part.id === selected}
              isStop={part.id === selected || (at < 0 && index === 0)}
            />
          )}
        </VList>
      </div>
    </section>
  );
};

/** Frames to wait until a row that was scrolled to is drawn. */
const MAX_FRAMES = 10;

type HeadProps = { column: SortKey | "why"; right: boolean; sort: Sort; onSort: (sort: Sort) => void };

const HeadCell = ({ column, right, sort, onSort }: HeadProps) => {
  const name = t.budget.table.columns[column as keyof typeof t.budget.table.columns];
  if (column === "why") return <span role="columnheader">{name}</span>;
  const isSorted = sort.key === column;
  const numeric = column === "raw" || column === "sent" || column === "removed";
  return (
    <span
      role="columnheader"
      className={right ? ui.right : undefined}
      aria-sort={isSorted ? (sort.down ? "descending" : "ascending") : "none"}
    >
      <button type="button" onClick={() => onSort({ key: column, down: isSorted ? !sort.down : numeric })}>
        {name}
        {isSorted && <Icon of={sort.down ? ArrowDown : ArrowUp} size={11} />}
      </button>
    </span>
  );
};

type RowProps = Omit<Props, "parts" | "selected" | "before"> & {
  part: Part;
  was: Part | null;
  index: number;
  isSelected: boolean;
  isStop: boolean;
};

const Row = memo((props: RowProps) => {
  const { part, was, index, isSelected, isStop, onSelect, lens } = props;
  const change = was ? part.sent - was.sent : 0;
  const why = change > 0 && was?.sent === 0 ? t.budget.table.fits : shortWhy(part);
  return (
    <div
      className={styles.gridRow}
      role="row"
      data-row={part.id}
      data-fate={part.fate}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onSelect(part.id)}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isSelected) onSelect(part.id);
      }}
      style={{ "--c": partColour(part, lens) } as React.CSSProperties}
    >
      <span role="gridcell">
        <StatusGlyph status={part.fate} />
      </span>
      <span role="gridcell" className={classes(ui.strong, ui.ellipsis)}>
        {part.title}
      </span>
      <span role="gridcell" className={classes(ui.muted, ui.ellipsis)}>
        <Swatch of="var(--c)" spaced />
        {lens === "origin"
          ? t.origins.names[originOfPart(part)]
          : (t.budget.layers[part.layer] ?? part.layer)}
      </span>
      <span role="gridcell" className={classes(ui.right, ui.muted)}>
        {formatTokens(part.raw, part.exact)}
      </span>
      <span role="gridcell" className={change === 0 ? ui.right : classes(ui.right, ui.accent, ui.strong)}>
        {formatTokens(part.sent, part.exact)}
      </span>
      <span role="gridcell" className={classes(ui.right, styles.removed)}>
        <i className={styles.removedBar}>
          <i className={ui.hatched} style={{ width: `${part.removed * 100}%` }} />
        </i>
        <span className={part.removed === 0 ? ui.quiet : undefined}>
          {part.removed === 0 ? "–" : percentOf(part.removed)}
        </span>
      </span>
      <span role="gridcell" className={ui.right}>
        <Priority {...props} />
      </span>
      <span
        role="gridcell"
        className={change === 0 ? classes(ui.muted, ui.ellipsis) : classes(ui.accent, ui.ellipsis)}
        title={why}
      >
        {why}
      </span>
      <span role="gridcell" className={styles.rowActions}>
        <RowActions {...props} />
      </span>
    </div>
  );
});

const Priority = ({ part, isStop, onPriority }: RowProps) => {
  const [draft, setDraft] = useState<string | null>(null);
  if (part.priority === null || part.path === null) return <span className={ui.quiet}>–</span>;
  const commit = () => {
    const asked = draft?.trim() ?? "";
    if (isPriority(asked) && Number(asked) !== part.priority) onPriority(part, Number(asked));
    else if (asked !== "" && !isPriority(asked)) notify(t.budget.table.notPriority(asked));
    setDraft(null);
  };
  return (
    <input
      className={classes(styles.priority, ui.num)}
      inputMode="numeric"
      tabIndex={isStop ? 0 : -1}
      aria-label={t.budget.table.priority(part.title)}
      aria-invalid={draft !== null && draft !== "" && !isPriority(draft.trim())}
      value={draft ?? String(part.priority)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setDraft(null);
      }}
    />
  );
};

const isPriority = (text: string): boolean => /^\d{1,9}$/.test(text);

const RowActions = ({ part, profile, isStop, onPin, onExclude }: RowProps) => {
  if (part.path === null || part.layer !== "files" || !profile?.rules.ranksFiles) return null;
  const pinned = profile.pin.includes(part.path);
  const excluded = part.reason === "explicit-exclude";
  const words = t.budget.table;
  return (
    <>
      <button
        type="button"
        className={ui.iconButton}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={pinned}
        aria-label={pinned ? words.unpin(part.title) : words.pin(part.title)}
        title={pinned ? words.unpin(part.title) : words.pin(part.title)}
        onClick={() => onPin(part, !pinned)}
      >
        <Icon of={pinned ? PinOff : Pin} size={13} />
      </button>
      <button
        type="button"
        className={ui.iconButton}
        tabIndex={isStop ? 0 : -1}
        aria-label={excluded ? words.include(part.title) : words.exclude(part.title)}
        title={excluded ? words.include(part.title) : words.exclude(part.title)}
        onClick={() => onExclude(part, !excluded)}
      >
        <Icon of={excluded ? Eye : EyeOff} size={13} />
      </button>
    </>
  );
};

/** A part that is cut is neither whole nor gone. */
const percentOf = (removed: number): string =>
  `${removed === 1 ? 100 : Math.min(99, Math.max(1, Math.round(removed * 100)))} %`;
