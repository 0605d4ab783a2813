import { Check, Moon } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { DreamCandidate } from "#shared/contract/dream.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import { sweepsIn } from "./diary-sweeps.ts";
import { BEST_DREAM_SCORE, DREAM_RULE } from "#shared/model/dream-rule.ts";
import { dreamLegend, dreamParts, verdictText } from "./dream-parts.ts";
import { type DreamState, type DreamStore, isTicked, promotable, tickedOf } from "./dream-store.ts";
import { ScoreBar, ScoreLegend } from "./score-bar.tsx";
import { OriginChip } from "../ui/origin-chip.tsx";
import { Chip } from "../ui/chip.tsx";
import { Problem } from "../ui/problem.tsx";
import { Switch } from "../ui/switch.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import memoryTableStyles from "./memory-table.module.css";
import styles from "./dream-panel.module.css";

type Props = { store: DreamStore; onClose: () => void };

const words = t.memory.dream;
const forms = () => (["bars", "table"] as const).map((value) => ({ value, label: words.forms[value] }));

/**
 * What a dream would keep permanently, with the reason for each; nothing is written before the user confirms.
 */
export const DreamPanel = ({ store, onClose }: Props) => {
  const state = useStore(store);
  const [form, setForm] = useState<"bars" | "table">("bars");
  const offered = promotable(state);
  const ticked = tickedOf(state);
  const keep = () =>
    told(
      state.keep().then(({ id, promoted }) => {
        if (promoted.length === 0) return notify(words.keptNone);
        notify(words.kept(promoted.length), {
          action: {
            label: t.undo,
            run: () => told(state.undo(id).then((gone) => notify(words.undone(gone)))),
          },
        });
      }),
    );
  return (
    <aside className={styles.dream} aria-label={words.title}>
      <header className={styles.dreamHead}>
        <Icon of={Moon} size={16} />
        <h2 className={ui.grow}>{words.title}</h2>
        {offered.length > 0 && <Chip>{words.nothingWritten}</Chip>}
      </header>
      {state.status === "loading" && <Skeleton label={words.loading} rows={6} />}
      {state.status === "failed" && (
        <div className={ui.padded}>
          <Problem failure={state.failure} role="alert">
            {state.failure}
            <div className={ui.row}>
              <Button size="small" onClick={() => void state.load()}>
                {t.tryAgain}
              </Button>
            </div>
          </Problem>
        </div>
      )}
      {state.status === "ready" && (
        <div className={styles.dreamBody}>
          {offered.length === 0 ? (
            <div className={styles.dreamEmpty}>
              <EmptyState topic="dreams" icon={Moon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            </div>
          ) : (
            <>
              <div className={styles.dreamText}>
                <p>{words.text}</p>
                {form === "bars" && (
                  <div className={ui.row}>
                    <ScoreLegend items={dreamLegend()} />
                  </div>
                )}
                <div className={ui.row}>
                  <span className={ui.grow}>
                    {form === "bars" && (
                      <span className={classes(styles.dreamNeeds, ui.num)}>
                        {words.needs(DREAM_RULE.score.toFixed(2))}
                      </span>
                    )}
                  </span>
                  <Segmented label={words.as} value={form} options={forms()} onChange={setForm} />
                </div>
              </div>
              {form === "bars" ? (
                <ul className={styles.dreamList} aria-label={words.title}>
                  {offered.map((candidate) => (
                    <Candidate
                      key={candidate.memory}
                      candidate={candidate}
                      ticked={isTicked(state, candidate)}
                      onTick={(on) => state.tick(candidate.memory, on)}
                    />
                  ))}
                </ul>
              ) : (
                <CandidateTable offered={offered} state={state} />
              )}
            </>
          )}
          <Others candidates={state.candidates.filter(({ verdict }) => verdict !== "promote")} />
        </div>
      )}
      <footer className={styles.dreamFoot}>
        <Foot state={state} />
        <span className={ui.grow} />
        <Button onClick={onClose}>{words.later}</Button>
        <Button kind="primary" disabled={ticked.length === 0 || state.working} onClick={keep}>
          {state.working ? words.keeping : words.keep(ticked.length)}
        </Button>
      </footer>
    </aside>
  );
};

type CandidateProps = { candidate: DreamCandidate; ticked: boolean; onTick: (ticked: boolean) => void };

const Candidate = ({ candidate, ticked, onTick }: CandidateProps) => {
  const { fact, hits, queries, days, score, preticked, reason, origin } = candidate;
  const parts = dreamParts(candidate);
  return (
    <li className={styles.dreamItem} data-out={!ticked || undefined}>
      <label>
        <Tick ticked={ticked} label={fact} onTick={onTick} />
        <span className={styles.dreamFact}>{fact}</span>
      </label>
      <span className={classes(styles.dreamScore, ui.num)}>{score.toFixed(2)}</span>
      <p className={ui.num}>
        <OriginChip origin={origin} />
        {" · "}
        {ticked ? words.how(hits, queries, days) : preticked ? words.unticked(hits) : whyNotTicked(candidate)}
      </p>
      <ScoreBar
        parts={parts}
        max={BEST_DREAM_SCORE}
        needs={DREAM_RULE.score}
        muted={!ticked}
        label={t.memory.score}
        text={reason}
      />
    </li>
  );
};

/** Why nobody ticked it before the user looked. */
const whyNotTicked = ({ origin, eligible, hits }: DreamCandidate): string => {
  if (origin === "outside") return words.fromOutside(hits);
  return eligible ? words.oneDay(hits) : words.notOffered(hits);
};

type TickProps = { ticked: boolean; label: string; onTick: (ticked: boolean) => void };

const Tick = ({ ticked, label, onTick }: TickProps) => (
  <span className={styles.tick}>
    <input
      type="checkbox"
      aria-label={label}
      checked={ticked}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
    <Icon of={Check} size={11} />
  </span>
);

/** The text alternative of the bars. */
const CandidateTable = ({ offered, state }: { offered: readonly DreamCandidate[]; state: DreamState }) => (
  <table className={classes(memoryTableStyles.memoryTable, ui.num, styles.dreamTable)}>
    <caption className={ui.spoken}>{words.table}</caption>
    <thead>
      <tr>
        {(["fact", "hits", "ways", "days", "score"] as const).map((column) => (
          <th key={column} scope="col">
            {words.columns[column]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {offered.map(({ memory, fact, hits, queries, days, score, ...rest }) => (
        <tr key={memory}>
          <th scope="row">
            <label className={ui.row}>
              <Tick
                ticked={state.decided.get(memory) ?? rest.preticked}
                label={fact}
                onTick={(on) => state.tick(memory, on)}
              />
              <span>{fact}</span>
            </label>
          </th>
          <td>{hits}</td>
          <td>{queries}</td>
          <td>{days}</td>
          <td className={ui.strong}>{score.toFixed(2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Others = ({ candidates }: { candidates: readonly DreamCandidate[] }) => {
  if (candidates.length === 0) return null;
  return (
    <>
      <h3 className={styles.dreamCap}>{words.notNow(candidates.length)}</h3>
      <ul className={styles.dreamOthers} aria-label={words.notNow(candidates.length)}>
        {candidates.map((candidate) => (
          <li key={candidate.memory} title={candidate.reason}>
            <StatusGlyph status="out" named={false} />
            <span className={classes(ui.grow, ui.ellipsis)}>{candidate.fact}</span>
            <span className={classes(ui.quiet, ui.small, ui.num)}>{verdictText(candidate)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

const Foot = ({ state: { diary, byItself, setByItself } }: { state: DreamState }) => {
  const [last] = sweepsIn(diary?.text ?? "");
  return (
    <div className={styles.dreamLast}>
      <span className={classes(ui.quiet, ui.small, ui.num)}>
        {last ? words.last(formatWhen(last.at), last.promoted) : words.never}
      </span>
      <label className={classes(ui.row, ui.small, ui.muted)}>
        <Switch checked={byItself} onChange={(event) => told(setByItself(event.currentTarget.checked))} />
        {words.byItself}
      </label>
    </div>
  );
};
