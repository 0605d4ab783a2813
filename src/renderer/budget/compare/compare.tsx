import { ArrowLeftRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { RunShape } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import { Failure } from "#shared/contract/index.ts";
import { LISTED_BY_FATE } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { DEFAULT_PROFILE } from "#shared/model/profile.ts";
import { failureSentence, failureText } from "../../ui/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { turnNames } from "../timeline/turn-names.ts";
import { t } from "../../ui/messages/index.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { barLayout } from "../next/bar-layout.ts";
import type { RestingState } from "../budget-state.ts";
import { previewPrompt, requestOf } from "../preview-prompt.ts";
import { Choice } from "../choice.tsx";
import { type CompareRow, compareRows, lossesOf } from "./compare-rows.ts";
import { signed } from "../map/legend.tsx";
import type { Part } from "../map/parts.ts";
import { modelOptions, windows } from "../next/what-if-panel.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./compare.module.css";

export type CompareKind = "models" | "profiles" | "agents" | "turns";
export const compareKinds: readonly CompareKind[] = ["models", "profiles", "agents", "turns"];

/** One side: a prompt that would be sent, or a turn that was sent. An empty field means the saved setting. */
type Side = { model: string; window: string; profile: string; agent: string; run: string };
const asSet: Side = { model: "", window: "", profile: "", agent: "", run: "" };

type Props = { client: Client; state: RestingState; kind: CompareKind; runs: readonly RunShape[] };

/** Two prompts side by side, part by part, with the differences in the middle. */
export const Compare = ({ client, state, kind, runs }: Props) => {
  const [sides, setSides] = useState<Record<CompareKind, readonly [Side, Side]>>(() =>
    startSides(state, runs),
  );
  const [a, b] = sides[kind];
  const set = (side: 0 | 1, change: Partial<Side>) =>
    setSides((all) => {
      const [one, other] = all[kind];
      const pair: readonly [Side, Side] =
        side === 0 ? [{ ...one, ...change }, other] : [one, { ...other, ...change }];
      return { ...all, [kind]: pair };
    });
  const left = useSide(client, state, kind, a);
  const right = useSide(client, state, kind, b);
  if (kind === "turns" && runs.length < 2)
    return <EmptyState topic="compare" icon={ArrowLeftRight} title={t.budget.compare.none} />;
  const words = t.budget.compare;
  const rows = left.manifest && right.manifest ? compareRows(left.manifest, right.manifest) : [];
  // Counts the rows that are shown as different.
  const differ = rows.filter(({ isSame }) => !isSame).length;
  const change = (right.manifest?.window.used ?? 0) - (left.manifest?.window.used ?? 0);
  const isExact = left.manifest?.exact === true && right.manifest?.exact === true;
  return (
    <div className={styles.compare}>
      <header className={styles.compareHead}>
        <SideHead
          letter="A"
          side={a}
          answer={left}
          kind={kind}
          state={state}
          runs={runs}
          onChange={(next) => set(0, next)}
        />
        <div className={styles.compareMiddle}>
          <div className={classes(styles.compareChange, ui.num)}>
            {change === 0 ? "0" : signed(change, isExact)}
          </div>
          <div className={classes(ui.muted, ui.small, ui.num)}>{words.differ(differ, rows.length)}</div>
          <Button size="small" onClick={() => setSides((all) => ({ ...all, [kind]: [b, a] }))}>
            <Icon of={ArrowLeftRight} size={13} />
            {words.swap}
          </Button>
        </div>
        <SideHead
          letter="B"
          side={b}
          answer={right}
          kind={kind}
          state={state}
          runs={runs}
          onChange={(next) => set(1, next)}
        />
      </header>
      {left.manifest && right.manifest ? (
        <Rows rows={rows} />
      ) : left.trouble || right.trouble ? (
        <Problem failure={left.trouble ?? right.trouble} className={styles.compareTrouble} role="alert">
          <div className={ui.strong}>{t.budget.failed}</div>
          <div className={ui.muted}>{left.trouble ?? right.trouble}</div>
        </Problem>
      ) : (
        <Skeleton label={words.loading} rows={8} />
      )}
      {rows.length > 0 && <Verdict rows={rows} state={state} kind={kind} side={b} />}
    </div>
  );
};

type SideHeadProps = {
  letter: "A" | "B";
  side: Side;
  answer: Answer;
  kind: CompareKind;
  state: RestingState;
  runs: readonly RunShape[];
  onChange: (change: Partial<Side>) => void;
};

const SideHead = ({ letter, side, answer, kind, state, runs, onChange }: SideHeadProps) => {
  const names = turnNames(runs);
  const words = t.budget.compare;
  const { manifest } = answer;
  return (
    <div>
      <div className={classes(ui.row, styles.compareChoices)}>
        <span className={styles.compareLetter}>{letter}</span>
        {kind === "models" && (
          <>
            <Choice
              quiet
              label={words.model(letter)}
              value={side.model}
              options={modelOptions(state.saved?.model ?? null, state.models)}
              onChange={(model) =>
                onChange({
                  model,
                  window: String(state.models.find(({ id }) => id === model)?.window ?? ""),
                })
              }
            />
            <Choice
              quiet
              label={words.window(letter)}
              value={side.window}
              options={windowOptions(side.window)}
              onChange={(window) => onChange({ window })}
            />
          </>
        )}
        {kind === "agents" && (
          <Choice
            quiet
            label={words.agent(letter)}
            value={side.agent}
            options={state.agents.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            onChange={(agent) => onChange({ agent })}
          />
        )}
        {kind === "profiles" && (
          <Choice
            quiet
            label={words.profile(letter)}
            value={side.profile}
            options={state.profiles.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(profile) => onChange({ profile })}
          />
        )}
        {kind === "turns" && (
          <Choice
            quiet
            label={words.turn(letter)}
            value={side.run}
            options={runs.map(({ id, used, exact }, index) => ({
              value: id,
              label: `${t.budget.timeline.turn(names[index] ?? { turn: index + 1, call: 1 })}, ${formatTokens(used, exact)}`,
            }))}
            onChange={(run) => onChange({ run })}
          />
        )}
      </div>
      {manifest && (
        <>
          <div className={classes(ui.row, styles.compareSize, ui.num)}>
            <span className={styles.compareUsed}>{formatTokens(manifest.window.used, manifest.exact)}</span>
            <span className={classes(ui.muted, styles.compareOf)}>
              {t.budget.ofWindow(manifest.window.max, manifest.window.percent)}
            </span>
            <span className={classes(ui.muted, ui.small, styles.compareFree)}>
              {words.free(formatTokens(Math.max(0, manifest.window.free), manifest.exact))}
            </span>
          </div>
          <SmallBar manifest={manifest} />
        </>
      )}
    </div>
  );
};

const SmallBar = ({ manifest }: { manifest: Manifest }) => {
  const layout = barLayout(manifest, 100);
  return (
    <div className={styles.smallBar} aria-hidden="true">
      {layout.pieces.map(({ layer, x, width }) => (
        <i key={layer} style={{ left: `${x}%`, width: `${width}%`, background: layerColour(layer) }} />
      ))}
      <i className={styles.smallBarReserved} style={{ left: `${layout.reservedX}%`, right: 0 }} />
    </div>
  );
};

const Rows = ({ rows }: { rows: readonly CompareRow[] }) => {
  const most = Math.max(
    1,
    ...rows.map(({ a, b }) => Math.max(a?.raw ?? 0, b?.raw ?? 0, a?.sent ?? 0, b?.sent ?? 0)),
  );
  return (
    <div className={styles.compareRows} role="table" aria-label={t.budget.tabs.compare} tabIndex={0}>
      {rows.map((row) => (
        <div
          key={row.key}
          className={styles.compareRow}
          role="row"
          style={{ "--c": layerColour(row.layer) } as React.CSSProperties}
        >
          <SideBar part={row.a} most={most} isLeft />
          <span role="rowheader" className={styles.compareName}>
            <Swatch of="var(--c)" />
            <span className={ui.ellipsis}>
              <span className={row.isSame ? ui.muted : ui.strong}>{row.title}</span>
              <span className={ui.quiet}> {noteOf(row)}</span>
            </span>
            <span className={row.isSame ? ui.quiet : classes(ui.strong, ui.num)}>
              {row.isSame ? sameText(row) : signed(row.change, isExactRow(row))}
            </span>
          </span>
          <SideBar part={row.b} most={most} />
        </div>
      ))}
    </div>
  );
};

const sameText = ({ change, a, b }: CompareRow): string => {
  if (change !== 0) return t.budget.compare.sameText;
  return (a?.sent ?? 0) === 0 && (b?.sent ?? 0) === 0 ? t.budget.compare.neither : t.budget.compare.same;
};

const isExactRow = ({ a, b }: CompareRow): boolean => a?.exact !== false && b?.exact !== false;

/** A note on a row of many things, for what its numbers do not show. */
const noteOf = ({ layer, a, b }: CompareRow): string => {
  if (!a || !b) return "";
  if (layer === "tools") return b.removed > a.removed ? t.budget.compare.shortened : "";
  const [before, after] = [sentCount(a), sentCount(b)];
  const isNews = LISTED_BY_FATE.has(layer) && after > 0 && before !== after;
  return isNews ? t.budget.compare.counted(after) : "";
};

const sentCount = ({ segments }: Part): number => segments.filter(({ removed }) => removed < 1).length;

const SideBar = ({ part, most, isLeft = false }: { part: Part | null; most: number; isLeft?: boolean }) => {
  const share = (tokens: number) => `${(68 * tokens) / most}%`;
  const sent = part?.sent ?? 0;
  const text =
    part === null
      ? t.budget.compare.absent
      : sent === 0
        ? t.budget.compare.leftOut
        : formatTokens(sent, part.exact);
  return (
    <span role="cell" className={styles.compareBar} data-left={isLeft ? "" : undefined}>
      {sent > 0 && <i className={styles.barSent} style={{ width: share(sent) }} />}
      {part && part.missing > 0 && (
        <i
          className={sent > 0 ? classes(styles.barCut, ui.hatched) : styles.barOut}
          style={{ width: share(part.missing) }}
        />
      )}
      <span className={sent > 0 ? classes(ui.strong, ui.num) : ui.quiet}>{text}</span>
    </span>
  );
};

const Verdict = ({
  rows,
  state,
  kind,
  side,
}: {
  rows: readonly CompareRow[];
  state: RestingState;
  kind: CompareKind;
  side: Side;
}) => {
  const { without, less, gains } = lossesOf(rows);
  const words = t.budget.compare;
  const use = () => {
    state.tryOut({
      model: side.model === "" ? null : side.model,
      window: side.window === "" ? null : Number(side.window),
      profile: side.profile === "" || side.profile === state.saved?.profile ? null : side.profile,
    });
    void state.keepWhatIf();
    state.show("next");
  };
  return (
    <footer className={classes(ui.row, styles.compareFoot)}>
      <div className={ui.grow}>
        <div className={ui.strong}>
          {without.length > 0
            ? words.without(without)
            : less.length > 0
              ? words.cuts(less)
              : words.nothingLost}
        </div>
        <div className={classes(ui.muted, ui.small)}>
          {without.length > 0 && less.length > 0 && `${words.cuts(less)}. `}
          {gains.length > 0 && words.gains(gains)}
        </div>
      </div>
      {(kind === "models" || kind === "profiles") && (
        <>
          <Button onClick={() => state.show("next")}>{words.keep}</Button>
          <Button kind="primary" onClick={use}>
            {words.use}
          </Button>
        </>
      )}
    </footer>
  );
};

type Answer = { readonly manifest: Manifest | null; readonly trouble: string | null };

const useSide = (client: Client, state: RestingState, kind: CompareKind, side: Side): Answer => {
  const [answer, setAnswer] = useState<Answer>({ manifest: null, trouble: null });
  const { question } = state;
  useEffect(() => {
    let isWanted = true;
    const ask = kind === "turns" ? readTurn(client, side) : previewSide(client, side, question);
    ask.then(
      (found) => {
        if (isWanted) setAnswer(found);
      },
      (error: unknown) => {
        if (isWanted && error instanceof Failure) setAnswer({ manifest: null, trouble: failureText(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, kind, side, question]);
  return answer;
};

const readTurn = async (client: Client, { run }: Side): Promise<Answer> => ({
  manifest: run === "" ? null : (await client.call("context.run", { id: run })).manifest,
  trouble: null,
});

const previewSide = async (
  client: Client,
  side: Side,
  question: RestingState["question"],
): Promise<Answer> => {
  const { manifest, trouble } = await previewPrompt(client, inputOf(side, question));
  return { manifest, trouble: trouble && failureSentence(trouble) };
};

const inputOf = (side: Side, question: RestingState["question"]) => {
  const request = requestOf(question);
  // A conversation belongs to its agent; another agent starts without one.
  const { session: _, ...alone } = request;
  return {
    ...(side.agent === "" ? request : alone),
    ...(side.agent === "" ? {} : { agent: side.agent }),
    ...(side.model === "" ? {} : { model: side.model }),
    ...(side.profile === "" ? {} : { profile: side.profile }),
    overrides: {
      ...request.overrides,
      ...(side.window === "" ? {} : { window: Number(side.window) }),
    },
  };
};

const startSides = (
  { saved, agents, profiles }: RestingState,
  runs: readonly RunShape[],
): Record<CompareKind, readonly [Side, Side]> => {
  const profile = saved?.profile ?? DEFAULT_PROFILE;
  const agent = saved?.agent ?? agents[0]?.id ?? "";
  const otherProfile =
    profiles.find(({ id }) => id === profile)?.from ??
    profiles.find(({ id }) => id !== profile)?.id ??
    profile;
  const otherAgent = agents.find(({ id }) => id !== agent)?.id ?? agent;
  return {
    models: [asSet, { ...asSet, window: "4096" }],
    profiles: [
      { ...asSet, profile },
      { ...asSet, profile: otherProfile },
    ],
    agents: [
      { ...asSet, agent },
      { ...asSet, agent: otherAgent },
    ],
    turns: [
      { ...asSet, run: runs.at(-2)?.id ?? "" },
      { ...asSet, run: runs.at(-1)?.id ?? "" },
    ],
  };
};

const windowOptions = (current: string) => {
  const listed = [{ value: "", label: t.budget.whatIf.asSet }, ...windows];
  return current === "" || listed.some(({ value }) => value === current)
    ? listed
    : [...listed, { value: current, label: formatCount(Number(current)) }];
};
