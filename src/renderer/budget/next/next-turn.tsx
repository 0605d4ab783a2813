import { type ComponentProps, memo, useCallback, useDeferredValue, useMemo, useState } from "react";
import type { Origin } from "#shared/model/origin.ts";
import type { Client } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import { filesText, formatCount } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BudgetState, BudgetStore, RestingState } from "../budget-state.ts";
import { isTryingOut } from "../budget-state.ts";
import { type Target, targetOf } from "../tried-request.ts";
import { effectOf } from "#shared/model/prompt-effect.ts";
import { partsById } from "#shared/model/prompt-part.ts";
import { namedEffect } from "./effect.ts";
import { Inspector } from "../map/inspector.tsx";
import { Legend } from "../map/legend.tsx";
import { OriginLegend } from "../map/origin-legend.tsx";
import { type Lens, originOfPart } from "../map/part-origin.ts";
import { leftOutTokens, type Part, partsOf } from "../map/parts.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Variant } from "#shared/model/trial.ts";
import { SegmentMap } from "../map/segment-map.tsx";
import { SegmentTable } from "../map/segment-table.tsx";
import type { CardContext } from "../map/tile-card.tsx";
import { TooSmall } from "./too-small.tsx";
import { type Counted, useCounted } from "../use-counted.ts";
import { useReading } from "../use-reading.ts";
import { ReadingLine } from "./reading-line.tsx";
import { useRested } from "../use-rested.ts";
import { type HeadFigures, NextHead } from "./next-head.tsx";
import { SizeChoice, useMapSize } from "./size-choice.tsx";
import { WindowBar } from "./window-bar.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./next-turn.module.css";

type Props = {
  client: Client;
  store: BudgetStore;
  state: RestingState;
  searched: ProjectInfo["searched"] | null;
  onOpen: (path: string) => void;
  /** Leads to a trial that leaves the file out. */
  onTryWithout: (path: string, agent: string) => void;
  /** Leads to a trial of what is tried. */
  onTryVariant: (variant: Variant) => void;
};

/** From how many files passages would come, while there is no question. */
const Searched = ({ searched }: Pick<Props, "searched">) =>
  searched !== null &&
  searched.files > 0 && (
    <p className={classes(ui.muted, ui.small, styles.searched)}>
      {t.budget.searched(filesText(searched), formatCount(searched.budget))}
    </p>
  );

const hasMemories = ({ segments }: Manifest): boolean => segments.some(({ layer }) => layer === "memory");

/** The next prompt: the window to scale, every part of it on a map and in a table, and what to do about it. */
export const NextTurn = (props: Props) => {
  const { client, store, state, searched, onOpen, onTryWithout, onTryVariant } = props;
  const { saved, trouble, select, isDragged } = state;
  const shown = state.tried ?? saved;
  const trying = (isDragged || isTryingOut(state.whatIf)) && state.tried !== null;
  const parts = useMemo(() => (shown ? partsOf(shown) : []), [shown]);
  const [baseline, setBaseline] = useState<Manifest | null>(null);
  const compared = trying ? saved : baseline;
  const savedParts = compared ? partsById(partsOf(compared)) : null;
  // Until the user picks a part, the one with the most missing is explained.
  const selected = useMemo(
    () => state.selected ?? (saved ? mostMissing(partsOf(saved), null) : null),
    [state.selected, saved],
  );
  const effect = useMemo(
    () => (saved && state.tried ? namedEffect(effectOf(saved, state.tried)) : null),
    [saved, state.tried],
  );
  const target = useTarget(state);
  // While a divider is dragged, the bar and the map follow first; the table and the details follow when it rests.
  const details = useMemo(
    () => ({ parts, before: savedParts, state, effect }),
    [parts, savedParts, state, effect],
  );
  const late = useDeferredValue(useRested(details, isDragged));
  const { lens, setLens, only, setOnly, listed } = useLens(late.parts);
  const pickLayer = useCallback((layer: string) => select(mostMissing(parts, layer)), [select, parts]);
  const actions = useActions(state.apply);
  const card = useCard(state, shown, target);
  const { size, setSize, sized, moved } = useMapSize(client, state, shown, parts);
  const counted = useCounted(client, state.question, trying ? null : (saved?.id ?? null));
  if (!shown || !saved) {
    if (trouble) return <TooSmall trouble={trouble} onBack={null} />;
    return <Skeleton label={t.budget.waiting} rows={8} />;
  }
  const total = totalOf(shown, counted);
  return (
    <div className={styles.next}>
      <div className={styles.nextLeft}>
        <NextHead
          figures={{ ...figuresOf(shown, parts), ...total, max: shown.window.max, percent: total.percent }}
          against={
            compared && {
              ...figuresOf(compared, partsOf(compared)),
              text: trying ? t.budget.againstSaved : t.budget.baseline.against,
            }
          }
          hasBaseline={baseline !== null}
          onBaseline={() => setBaseline(baseline === null ? shown : null)}
        />
        {trouble && (
          <TooSmall
            trouble={trouble}
            onBack={() => {
              state.cancelDrag();
              state.tryOut({ model: null, window: null, profile: null });
            }}
          />
        )}
        <MeasuredBar
          client={client}
          speaker={speakerOf(state, shown, target)}
          shown={shown}
          saved={saved}
          profile={target?.profile ?? null}
          effect={effect}
          isTrying={trying}
          store={store}
          onPickLayer={pickLayer}
        />
        {lens === "origin" ? (
          <OriginLegend parts={parts} exact={shown.exact} only={only} onOnly={setOnly} />
        ) : (
          <Legend shown={shown} saved={compared ?? shown} />
        )}
        {state.question.message === "" && !hasMemories(shown) && <Searched searched={searched} />}
        <div className={classes(ui.row, styles.mapTitle)}>
          <h2>{t.budget.map.title}</h2>
          <LensSwitch lens={lens} onLens={setLens} />
          <SizeChoice size={size} hasMoved={moved.size > 0} onSize={setSize} />
          <span className={ui.grow} />
          <MapKey />
        </div>
        <Picture
          parts={sized}
          before={savedParts}
          selected={selected}
          onSelect={select}
          card={card}
          lens={lens}
        />
        <Table
          parts={listed}
          before={late.before}
          profile={target?.profile ?? null}
          selected={selected}
          onSelect={select}
          lens={lens}
          {...actions}
        />
      </div>
      <Details
        client={client}
        state={late.state}
        parts={late.parts}
        selected={selected}
        effect={late.effect}
        counted={counted}
        onOpen={onOpen}
        onTryWithout={onTryWithout}
        onTryVariant={onTryVariant}
      />
    </div>
  );
};

const figuresOf = ({ window, exact }: Manifest, parts: readonly Part[]): HeadFigures => ({
  used: window.used,
  free: window.free,
  kept: window.reservedOutput,
  leftOut: leftOutTokens(parts),
  exact,
});

type BarProps = Omit<ComponentProps<typeof WindowBar>, "readsWell"> & {
  client: Client;
  speaker: ReturnType<typeof speakerOf>;
};

/** The window with the place up to which the model was measured to read well. */
const MeasuredBar = ({ client, speaker, ...bar }: BarProps) => {
  const reading = useReading(client, speaker?.provider ?? null, speaker?.model ?? null);
  const readsWell = reading?.verdict.kind === "drops" ? reading.verdict.tokens : null;
  return (
    <>
      <WindowBar {...bar} readsWell={readsWell} />
      {speaker && <ReadingLine client={client} {...speaker} reading={reading} />}
    </>
  );
};

/** The model that the prompt is for, and where it is; null for Built-in. */
const speakerOf = ({ models }: RestingState, shown: Manifest | null, target: Target | null) => {
  const model = shown?.model ?? null;
  const provider = models.find(({ id }) => id === model)?.provider ?? target?.agent.provider ?? null;
  return model === null || provider === null ? null : { provider, model };
};

/** What a whole tile, a hatched and an empty one stand for. */
const MapKey = () => (
  <span className={classes(ui.row, styles.mapKey, ui.tiny, ui.quiet)} aria-hidden="true">
    <i className={styles.keySent} />
    {t.budget.map.sent}
    <i className={classes(styles.keyCut, ui.hatched)} />
    {t.budget.map.cut}
    <i className={styles.keyOut} />
    {t.budget.map.out}
  </span>
);

/** By the server's own count, where it was asked and has answered. */
const totalOf = ({ window, exact }: Manifest, counted: Counted | null) => {
  if (!counted?.count) return { ...window, exact };
  const { tokens } = counted.count;
  const percent = Math.round((tokens / window.max) * 1000) / 10;
  return { used: tokens, free: window.used + window.free - tokens, percent, exact: true };
};

const lenses = () =>
  [
    { value: "layer", label: t.origins.byLayer },
    { value: "origin", label: t.origins.byOrigin },
  ] as const;

/** What the colours stand for, and the parts of one origin where only they are listed. */
const useLens = (parts: readonly Part[]) => {
  const [lens, chooseLens] = useState<Lens>("layer");
  const [only, setOnly] = useState<Origin | null>(null);
  const listed = useMemo(
    () => (only === null ? parts : parts.filter((part) => originOfPart(part) === only)),
    [parts, only],
  );
  const setLens = useCallback((next: Lens) => {
    chooseLens(next);
    setOnly(null);
  }, []);
  return { lens, setLens, only, setOnly, listed };
};

type LensProps = { lens: Lens; onLens: (lens: Lens) => void };

/** Drawn again only when the lens changes, not with each move of a divider. */
const LensSwitch = memo(({ lens, onLens }: LensProps) => (
  <Segmented label={t.origins.lens} value={lens} options={lenses()} onChange={onLens} />
));

const Picture = memo(SegmentMap);
const Table = memo(SegmentTable);
const Details = memo(Inspector);

const useTarget = (state: RestingState): Target | null => {
  const target = targetOf(state);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new pair of the same two is no news.
  return useMemo(() => target, [target?.agent, target?.profile]);
};

/** None while a divider is dragged, because every move would request offers again. */
const useCard = (
  { saved, whatIf, isDragged, offers, apply }: RestingState,
  manifest: Manifest | null,
  target: Target | null,
): CardContext | null => {
  const revision = `${saved?.id}/${JSON.stringify(whatIf)}`;
  return useMemo(
    () =>
      manifest && !isDragged
        ? {
            manifest,
            agent: target?.agent ?? null,
            profile: target?.profile ?? null,
            revision,
            changes: { ask: offers, apply: (edit) => void apply(edit) },
          }
        : null,
    [manifest, isDragged, target, revision, offers, apply],
  );
};

const useActions = (apply: BudgetState["apply"]) =>
  useMemo(
    () => ({
      onPin: ({ path }: Part, on: boolean) => {
        if (path !== null) void apply({ kind: "pin", path, on });
      },
      onExclude: ({ path }: Part, on: boolean) => {
        if (path !== null) void apply({ kind: "exclude", path, on });
      },
      onPriority: ({ path }: Part, priority: number) => {
        if (path !== null) void apply({ kind: "priority", path, priority });
      },
    }),
    [apply],
  );

/** What the user most likely looks for: the part with the most missing, otherwise the largest of the layer. */
const mostMissing = (parts: readonly Part[], layer: string | null): string | null => {
  const own = parts.filter((part) => (layer === null ? part.missing > 0 : part.layer === layer));
  own.sort((a, b) => b.missing - a.missing || b.raw - a.raw);
  return own[0]?.id ?? null;
};
