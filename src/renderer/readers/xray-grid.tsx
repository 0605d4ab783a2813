import { memo, type KeyboardEvent, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import type { Xray, XrayCell, XrayColumn, XrayFile } from "#shared/contract/readers.ts";
import type { ReaderId, ReaderProfile } from "#shared/model/reader.ts";
import { formatShort, formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { cellMaps, stateOf } from "./cell-state.ts";
import { ReadGlyph } from "./read-glyph.tsx";
import type { Picked } from "./readers-store.ts";
import styles from "./xray-grid.module.css";

type Props = {
  report: Xray;
  profiles: readonly ReaderProfile[];
  picked: Picked | null;
  onPick: (picked: Picked) => void;
};

/** Files as rows, programs as columns. One stop for Tab; arrows move from cell to cell. */
export const XrayGrid = ({ report, profiles, picked, onPick }: Props) => {
  const list = useRef<VListHandle>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { files, columns } = report;
  const names = useMemo(() => new Map(profiles.map((profile) => [profile.id, profile])), [profiles]);
  const maps = useMemo(() => cellMaps(report), [report]);
  const row = Math.max(
    0,
    files.findIndex(({ path }) => path === picked?.path),
  );
  const column = Math.max(
    0,
    columns.findIndex(({ reader }) => reader === picked?.reader),
  );

  const go = (nextRow: number, nextColumn: number) => {
    const file = files[clamp(nextRow, files.length)];
    const reader = columns[clamp(nextColumn, columns.length)]?.reader;
    if (!file || !reader) return;
    onPick({ reader, path: file.path });
    list.current?.scrollToIndex(clamp(nextRow, files.length), { align: "nearest" });
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>("button[data-picked]")?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    go(row + step[0], column + step[1]);
  };

  return (
    <div
      ref={grid}
      className={styles.grid}
      role="grid"
      aria-label={t.readers.grid}
      aria-rowcount={files.length + 1}
      aria-colcount={columns.length + 1}
      style={{ "--columns": columns.length } as React.CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div className={styles.scroller}>
        <div className={styles.head} role="row" aria-rowindex={1}>
          <div role="columnheader" className={styles.corner}>
            {t.readers.files(files.length)}
          </div>
          {columns.map((each) => (
            <ColumnHead
              key={each.reader}
              column={each}
              profile={names.get(each.reader)}
              isPicked={each.reader === picked?.reader}
            />
          ))}
        </div>
        <VList ref={list} className={styles.rows} itemSize={ROW_PX}>
          {files.map((file, index) => (
            <Row
              key={file.path}
              file={file}
              index={index}
              cells={maps.map((map) => map.get(index))}
              readers={columns}
              names={names}
              pickedReader={file.path === picked?.path ? (picked?.reader ?? null) : null}
              tabStop={index === row ? column : null}
              onPick={onPick}
            />
          ))}
        </VList>
      </div>
    </div>
  );
};

const ROW_PX = 32;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

const clamp = (index: number, length: number): number => Math.max(0, Math.min(length - 1, index));

type HeadProps = { column: XrayColumn; profile: ReaderProfile | undefined; isPicked: boolean };

const ColumnHead = ({ column, profile, isPicked }: HeadProps) => {
  const { used, max, tokens, files } = column;
  const share = max === null || max === 0 ? null : Math.min(1, used / max);
  const title = t.readers.column(profile, { used, max, tokens, files });
  return (
    <div
      role="columnheader"
      className={styles.column}
      data-picked={isPicked || undefined}
      data-confidence={profile?.confidence}
      title={title}
      aria-label={title}
    >
      <span className={styles.name}>{profile?.name}</span>
      <span className={styles.meter} data-full={share !== null && share >= 1 ? "" : undefined}>
        {share !== null && <i style={{ height: `${Math.max(4, share * 100)}%` }} />}
      </span>
      <span className={classes(styles.tokens, ui.num)}>~{formatNarrow(tokens)}</span>
    </div>
  );
};

/** Columns are narrow: thousands without their tenths. The exact figure is in the title. */
const formatNarrow = (tokens: number): string =>
  tokens >= 999.5 && tokens < 999_500 ? `${Math.round(tokens / 1_000)}K` : formatShort(tokens);

type RowProps = {
  file: XrayFile;
  index: number;
  cells: readonly (XrayCell | undefined)[];
  readers: readonly XrayColumn[];
  names: ReadonlyMap<ReaderId, ReaderProfile>;
  pickedReader: ReaderId | null;
  tabStop: number | null;
  onPick: (picked: Picked) => void;
};

const Row = memo(
  ({ file, index, cells, readers, names, pickedReader, tabStop, onPick }: RowProps) => (
    <div className={styles.row} role="row" aria-rowindex={index + 2}>
      <div role="rowheader" className={styles.file} title={file.path}>
        <span className={classes(styles.folder, ui.ellipsis)}>{folderOf(file.path)}</span>
        <span className={styles.fileName}>{nameOf(file.path)}</span>
        {file.outside && <span className={styles.outside}>{t.readers.outsideMark}</span>}
        <span className={ui.grow} />
        <span className={classes(ui.quiet, ui.num, ui.tiny)}>
          {file.tokens === null ? t.readers.notCounted : formatTokens(file.tokens, false)}
        </span>
      </div>
      {cells.map((cell, at) => {
        const reader = readers[at]?.reader;
        if (!reader) return null;
        const state = stateOf(cell);
        const name = names.get(reader)?.name ?? reader;
        return (
          <div
            key={reader}
            role="gridcell"
            className={styles.cell}
            data-picked-cell={pickedReader === reader || undefined}
          >
            <button
              type="button"
              tabIndex={tabStop === at ? 0 : -1}
              data-picked={pickedReader === reader || undefined}
              aria-pressed={pickedReader === reader}
              aria-label={t.readers.cell(file.path, name, state, cell)}
              onClick={() => onPick({ reader, path: file.path })}
            >
              <ReadGlyph state={state} />
            </button>
          </div>
        );
      })}
    </div>
  ),
  (before, after) =>
    before.index === after.index &&
    before.pickedReader === after.pickedReader &&
    before.tabStop === after.tabStop &&
    before.onPick === after.onPick &&
    before.names === after.names &&
    before.file.tokens === after.file.tokens &&
    before.readers.length === after.readers.length &&
    before.cells.every((cell, at) => sameCell(cell, after.cells[at])),
);
Row.displayName = "Row";

/** Whether a cell looks and reads the same. */
const sameCell = (a: XrayCell | undefined, b: XrayCell | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.how === b.how &&
    a.reason === b.reason &&
    a.order === b.order &&
    a.cut?.line === b.cut?.line &&
    a.by === b.by &&
    a.when === b.when);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
