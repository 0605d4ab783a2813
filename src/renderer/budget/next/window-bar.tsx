import { memo, type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef } from "react";
import { MoveHorizontal } from "lucide-react";
import { useStore } from "zustand";
import { isCountedOnly } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { t } from "../../ui/messages/index.ts";
import { matches } from "../../ui/shortcut.ts";
import { useSize } from "../../ui/use-size.ts";
import { type BarLayout, barLayout } from "./bar-layout.ts";
import type { BudgetStore } from "../budget-state.ts";
import { type Divider, dividersOf, draggedValue, keyedValue } from "./dividers.ts";
import type { Effect } from "./effect.ts";
import { classes } from "../../ui/classes.ts";
import axisStyles from "../axis.module.css";
import ui from "../../ui/basics.module.css";
import styles from "./window-bar.module.css";

type Props = {
  /** The prompt that is drawn, and the saved one for the thin bar above while something is tried. */
  shown: Manifest;
  saved: Manifest;
  profile: Profile | null;
  effect: Effect | null;
  isTrying: boolean;
  /** Each divider subscribes to its own position, so that a move redraws nothing else before the answer. */
  store: BudgetStore;
  onPickLayer: (layer: string) => void;
  /** Tokens that the model was measured to read well; null: it was not, or it reads all of them. */
  readsWell: number | null;
};

/** The model's window to scale. Its dividers are limits that can be dragged, or moved by keys. */
export const WindowBar = memo((props: Props) => {
  const { shown, saved, profile, effect, isTrying, store } = props;
  const [ref, { width }] = useSize();
  const layout = barLayout(shown, width, profile?.compactAt);
  const dividers = profile && width > 0 ? dividersOf(shown, profile, layout) : [];
  // A drag starts from the saved position, so that the pointer and the limit agree.
  const atRest = useMemo(
    () => (profile && width > 0 ? dividersOf(saved, profile, barLayout(saved, width)) : []),
    [saved, profile, width],
  );
  return (
    <div className={styles.wb} ref={ref} data-tour="bar">
      {width > 0 && (
        <>
          <Drawing layout={layout} {...props} isTrying={isTrying} compactAt={layout.compactX / width} />
          {dividers.map((divider) => (
            <Handle
              key={divider.id}
              divider={divider}
              rest={atRest.find(({ id }) => id === divider.id) ?? divider}
              layout={layout}
              effect={effect}
              store={store}
            />
          ))}
        </>
      )}
    </div>
  );
});

const TOP = 30;
const HEIGHT = 40;

type DrawingProps = Props & { layout: BarLayout; compactAt: number };

const Drawing = (props: DrawingProps) => {
  const { layout, shown, saved, isTrying, compactAt, onPickLayer, readsWell } = props;
  const { width, pieces, usedX, reservedX, compactX } = layout;
  const { used, max, reservedOutput, free } = shown.window;
  const freeWidth = reservedX - usedX;
  return (
    <svg
      className={styles.wbDrawing}
      width={width}
      height={112}
      role="meter"
      aria-label={t.budget.windowBar.label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={used}
      aria-valuetext={spoken(shown)}
    >
      <defs>
        <clipPath id="wb-round">
          <rect width={width} height={HEIGHT} rx="5" />
        </clipPath>
        <pattern id="wb-dots" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="1.2" cy="1.2" r=".85" fill="var(--fg-3)" opacity=".55" />
        </pattern>
        <pattern
          id="wb-over"
          width="5.5"
          height="5.5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="1.25" height="5.5" fill="var(--bad)" />
        </pattern>
      </defs>
      {isTrying && <SavedBar saved={saved} max={max} width={width} />}
      <g transform={`translate(0 ${TOP})`}>
        <g clipPath="url(#wb-round)">
          <rect width={width} height={HEIGHT} fill="var(--well)" />
          <rect x={reservedX} width={Math.max(0, width - reservedX)} height={HEIGHT} fill="var(--reserved)" />
          <rect x={reservedX} width={Math.max(0, width - reservedX)} height={HEIGHT} fill="url(#wb-dots)" />
          {pieces.map((piece) => (
            <rect
              key={piece.layer}
              x={piece.x}
              width={Math.max(1, piece.width - (piece.width > 4 ? 1.5 : 0))}
              height={HEIGHT}
              fill={layerColour(piece.layer)}
              onClick={() => onPickLayer(piece.layer)}
            />
          ))}
          {isTrying && <Additions layout={layout} shown={shown} saved={saved} />}
          {usedX > width && (
            <rect x={reservedX} width={width - reservedX} height={HEIGHT} fill="url(#wb-over)" />
          )}
        </g>
        <rect
          x=".5"
          y=".5"
          width={Math.max(0, width - 1)}
          height={HEIGHT - 1}
          rx="5"
          className={styles.wbEdge}
        />
        {freeWidth > 74 && (
          <text x={(usedX + reservedX) / 2} y="24" textAnchor="middle" className={styles.wbText}>
            {t.budget.windowBar.freeSpace(formatTokens(free, shown.exact))}
          </text>
        )}
        {width - reservedX > 88 && (
          <text
            x={answerX(layout)}
            y="24"
            textAnchor="middle"
            className={classes(styles.wbText, styles.wbOnDots)}
          >
            {t.budget.windowBar.answer(reservedOutput)}
          </text>
        )}
        <line x1={compactX} x2={compactX} y1="-4" y2={HEIGHT + 4} className={axisStyles.wbCompact} />
        {readsWell !== null && readsWell < max && (
          <line
            x1={layout.x(readsWell)}
            x2={layout.x(readsWell)}
            y1="-10"
            y2={HEIGHT + 10}
            className={styles.wbReads}
          >
            <title>{t.budget.windowBar.readsWell(formatCount(readsWell))}</title>
          </line>
        )}
        <Below layout={layout} manifest={shown} compactAt={compactAt} />
      </g>
    </svg>
  );
};

/** In the middle, or in the wider half when the mark for summaries is in the middle. */
const answerX = ({ reservedX, compactX, width }: BarLayout): number => {
  if (compactX <= reservedX || compactX >= width) return (reservedX + width) / 2;
  return compactX - reservedX > width - compactX ? (reservedX + compactX) / 2 : (compactX + width) / 2;
};

const SavedBar = ({ saved, max, width }: { saved: Manifest; max: number; width: number }) => {
  // Drawn to the scale of what is tried, so that both can be compared; a larger saved window ends at the edge.
  const layout = barLayout(saved, (width * saved.window.max) / Math.max(1, max));
  return (
    <>
      <text x="0" y="9" className={axisStyles.wbAxis}>
        {t.budget.windowBar.saved}
      </text>
      <g transform="translate(0 17)">
        <rect width={Math.min(width, layout.width)} height="5" rx="2" fill="var(--well)" />
        {layout.pieces
          .filter((piece) => piece.x < width)
          .map((piece) => (
            <rect
              key={piece.layer}
              x={piece.x}
              width={Math.max(1, Math.min(piece.width, width - piece.x) - 1)}
              height="5"
              fill={layerColour(piece.layer)}
            />
          ))}
      </g>
    </>
  );
};

/** The tokens that what is tried adds to a layer, outlined at its end. */
const Additions = ({ layout, shown, saved }: { layout: BarLayout; shown: Manifest; saved: Manifest }) =>
  layout.pieces.map((piece) => {
    const before = saved.layers.find(({ id }) => id === piece.layer)?.tokens ?? 0;
    const added = piece.tokens - before;
    if (added <= 0 || isCountedOnly(piece.layer) || shown.agent !== saved.agent) return null;
    const width = layout.x(added);
    return (
      <rect
        key={piece.layer}
        className={styles.wbAdded}
        style={{ fill: `color-mix(in srgb, ${layerColour(piece.layer)} 38%, var(--surface))` }}
        x={piece.x + piece.width - width + 0.75}
        y=".75"
        width={Math.max(1, width - 3)}
        height={HEIGHT - 1.5}
      />
    );
  });

const Below = ({
  layout,
  manifest,
  compactAt,
}: {
  layout: BarLayout;
  manifest: Manifest;
  compactAt: number;
}) => {
  const { prefix, width, compactX } = layout;
  const words = t.budget.windowBar;
  const { brokenBy } = manifest.prefix;
  const isWide = width > 860;
  const label = `${words.prefix} ${formatTokens(prefix.tokens, manifest.exact)}`;
  const percent = Math.round(compactAt * 100);
  const markX = Math.min(compactX, width - 64);
  const isRoomy = markX - textWidth(words.compact(percent)) > textWidth(label) + 8;
  const bracket = Math.max(2, prefix.x);
  const text = brokenBy
    ? words.brokenBy(brokenBy.slice(brokenBy.indexOf(":") + 1))
    : prefix.known
      ? words.prefixText
      : words.expectedText;
  return (
    <g transform={`translate(0 ${HEIGHT + 9})`} data-tour="prefix">
      <path d={`M.5 0v4.5h${bracket}v-4.5`} fill="none" stroke="var(--fg-3)" />
      <text x="0" y="20" className={axisStyles.wbAxis}>
        <tspan className={axisStyles.wbStrong}>{label}</tspan>
        {isWide && `  ${text}`}
      </text>
      <text x={markX} y="20" textAnchor="end" className={classes(axisStyles.wbAxis, axisStyles.wbWarn)}>
        {isRoomy ? words.compact(percent) : words.compactShort(percent)}
      </text>
      <text x={width} y="20" textAnchor="end" className={classes(axisStyles.wbAxis, ui.num)}>
        {formatCount(manifest.window.max)}
      </text>
    </g>
  );
};

/** Pixels that a label takes, roughly; a little more is harmless. */
const textWidth = (text: string): number => text.length * 6.8;

type HandleProps = {
  divider: Divider;
  rest: Divider;
  layout: BarLayout;
  effect: Effect | null;
  store: BudgetStore;
};

const Handle = ({ divider, rest, layout, effect, store }: HandleProps) => {
  const drag = useStore(store, (state) => (state.drag?.divider === divider.id ? state.drag : null));
  const { aimDivider, moveDivider, dropDivider, cancelDrag: onCancel } = store.getState();
  const handle = useRef<HTMLDivElement>(null);
  const taken = useRef<{ pointer: number; from: number; moved: boolean } | null>(null);
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const name = t.budget.windowBar.limits[divider.id] ?? divider.id;
  const value = drag?.value ?? divider.value;
  const x = drag ? rest.x + rest.direction * layout.x(drag.value - rest.value) : divider.x;
  const told = drag && effect ? toldEffect(effect) : "";

  const stopWaiting = () => {
    clearTimeout(settle.current);
    settle.current = undefined;
  };
  const onDrop = () => {
    stopWaiting();
    void dropDivider();
  };
  const begin = (event: ReactPointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    stopWaiting();
    event.currentTarget.setPointerCapture(event.pointerId);
    taken.current = { pointer: event.pointerId, from: event.clientX, moved: false };
  };
  const aimedAt = ({ pointerId, clientX }: { pointerId: number; clientX: number }): number | null => {
    const held = taken.current;
    if (!held || held.pointer !== pointerId) return null;
    held.moved = true;
    return draggedValue(rest, layout, clientX - held.from);
  };
  const move = (event: ReactPointerEvent<HTMLDivElement>) => {
    const at = aimedAt(event);
    if (at === null) return;
    // The panels look for their own separators under every move, which causes a layout.
    event.stopPropagation();
    moveDivider(divider.id, at);
  };
  // The raw event comes at once and the other one with the next frame, so this saves up to one frame.
  useEffect(() => {
    const element = handle.current;
    const aim = (event: Event) => {
      const at = aimedAt(event as PointerEvent);
      if (at !== null) aimDivider(divider.id, at);
    };
    element?.addEventListener("pointerrawupdate", aim);
    return () => element?.removeEventListener("pointerrawupdate", aim);
  });
  const end = () => {
    const moved = taken.current?.moved;
    taken.current = null;
    if (moved) onDrop();
  };
  return (
    <>
      {drag && (
        <div
          className={classes(styles.wbFlag, ui.num)}
          style={{ left: clamp(x, 130, layout.width - 130) }}
          aria-hidden="true"
        >
          <Icon of={MoveHorizontal} size={14} />
          {name} {formatCount(value)}
          {told !== "" && <span>{told}</span>}
        </div>
      )}
      <div
        ref={handle}
        className={styles.wbHandle}
        data-live={drag ? "" : undefined}
        data-divider={divider.id}
        role="slider"
        tabIndex={0}
        style={{ left: clamp(x, 0, layout.width) }}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(divider.max, divider.all)}
        aria-valuenow={value}
        aria-valuetext={t.budget.windowBar.limitValue(value, told)}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          taken.current = null;
          onCancel();
        }}
        onKeyDown={(event) => {
          // A value that is chosen but not written yet is the last change made here.
          const isOpen = drag !== null && (settle.current !== undefined || taken.current !== null);
          if (isOpen && (event.key === "Escape" || matches(event, "Mod+Z"))) {
            event.preventDefault();
            stopWaiting();
            onCancel();
            return;
          }
          if (event.key === "Enter" && isOpen) {
            onDrop();
            return;
          }
          const next = keyedValue(rest, event.key, value);
          if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          moveDivider(divider.id, next);
          stopWaiting();
          settle.current = setTimeout(onDrop, SETTLE);
        }}
        onBlur={() => {
          if (!drag || taken.current || settle.current === undefined) return;
          onDrop();
        }}
      >
        <i />
      </div>
    </>
  );
};

/** Milliseconds after the last key until the value counts as chosen. */
const SETTLE = 1200;

/** A few words on what comes in or falls out. */
export const toldEffect = (effect: Effect): string => {
  const words = t.budget.windowBar;
  if (effect.pushedOut.length > 0) return words.fallsOut(effect.pushedOut);
  if (effect.comesIn.length > 0) return words.comesIn(effect.comesIn);
  if (effect.shortened.length > 0) return words.shortened(effect.shortened);
  return effect.tokens === 0 ? words.unchanged : "";
};

const spoken = (manifest: Manifest): string =>
  [
    t.budget.usedOf(formatTokens(manifest.window.used, manifest.exact), formatCount(manifest.window.max)),
    ...manifest.layers
      .filter(({ tokens }) => tokens > 0)
      .map(
        ({ id, title, tokens }) => `${t.budget.layers[id] ?? title} ${formatTokens(tokens, manifest.exact)}`,
      ),
    t.budget.windowBar.freeSpace(formatTokens(manifest.window.free, manifest.exact)),
    t.budget.windowBar.answer(manifest.window.reservedOutput),
  ].join(", ");

const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));
