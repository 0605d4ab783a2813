import { useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { MovedResult } from "#shared/model/moved-result.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Select } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import ui from "../ui/basics.module.css";
import { MovedParts } from "./moved-parts.tsx";
import { type AgainPart, AgainView } from "./again-view.tsx";
import { AskedAgain } from "./asked-again.tsx";
import { SentParts } from "./sent-parts.tsx";
import { type Prepared, useMoved } from "./use-moved.ts";
import styles from "./moved-tab.module.css";

type Props = {
  client: Client;
  run: string;
  /** Sentences of the answer that quote a segment, by its id. */
  quoted: ReadonlyMap<string, number>;
  onSettings: () => void;
};

/** What moved an answer: who estimates it, how far that is, and what came out. */
export const MovedTab = ({ client, run, quoted, onSettings }: Props) => {
  const moved = useMoved(client, run);
  const { prepared, results, failure } = moved;
  const [chosen, setChosen] = useState<string | null>(null);
  const [again, setAgain] = useState<AgainPart | null>(null);
  const words = t.influence.movedTab;
  if (!prepared || !results)
    return (
      <div className={styles.body}>
        {failure === null ? (
          <Skeleton label={words.loading} rows={8} />
        ) : (
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        )}
      </div>
    );
  if (again)
    return (
      <AgainView
        client={client}
        run={run}
        part={again}
        answer={prepared.answer}
        receipt={prepared.receipt}
        onBack={() => setAgain(null)}
      />
    );
  const judge = chosen ?? firstJudge(prepared);
  const asked = results.find((each) => each.judge.kind === "again") ?? null;
  const result = results.find((each) => each.judge.kind === "file" && each.judge.model === judge) ?? null;
  return (
    <div className={styles.tab}>
      <JudgeBar
        prepared={prepared}
        judge={judge}
        result={result}
        moved={moved}
        onChoose={setChosen}
        onSettings={onSettings}
      />
      <div className={styles.body}>
        {failure !== null && (
          <Problem failure={failure} role="alert">
            <span className={ui.strong}>{words.failed}</span> <span className={ui.muted}>{failure}</span>
          </Problem>
        )}
        {result ? (
          <>
            <ResultLine result={result} />
            {!moved.isRunning && (
              <Unopened
                result={result}
                tokens={prepared.tokens.each}
                onEach={() => void moved.measure(result.judge.model, "each")}
              />
            )}
            <MovedParts result={result} quoted={quoted} onAgain={setAgain} />
          </>
        ) : (
          failure === null && (
            <>
              <p className={classes(ui.muted, styles.none)}>
                <span className={ui.strong}>{words.none}.</span> {words.noneText}
              </p>
              <SentParts parts={prepared.sent} onAgain={setAgain} />
            </>
          )
        )}
        {asked && <AskedAgain result={asked} />}
      </div>
    </div>
  );
};

const firstJudge = ({ judges }: Prepared): string | null => {
  const usable = judges.filter(({ problem }) => problem === null);
  return (usable.find(({ isOwn }) => isOwn) ?? usable[0] ?? judges[0])?.model ?? null;
};

type BarProps = {
  prepared: Prepared;
  judge: string | null;
  result: MovedResult | null;
  moved: ReturnType<typeof useMoved>;
  onChoose: (model: string) => void;
  onSettings: () => void;
};

const JudgeBar = ({ prepared, judge, result, moved, onChoose, onSettings }: BarProps) => {
  const words = t.influence.movedTab;
  const { judges, tokens, parts } = prepared;
  const chosen = judges.find(({ model }) => model === judge) ?? null;
  const { progress, isRunning } = moved;
  if (!chosen)
    return (
      <div className={styles.bar}>
        <p className={classes(ui.muted, ui.grow)}>{words.noModel}</p>
        <Button onClick={onSettings}>{words.addModel}</Button>
      </div>
    );
  return (
    <div className={styles.bar}>
      <label className={styles.judge}>
        <span className={ui.muted}>{words.estimateWith}</span>
        <Select
          value={chosen.model}
          disabled={isRunning}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {judges.map(({ model, name, isOwn }) => (
            <option key={model} value={model}>
              {isOwn ? words.own(name) : name}
            </option>
          ))}
        </Select>
      </label>
      {isRunning ? (
        <>
          <p className={classes(ui.muted, ui.small, ui.num, ui.grow)} role="status">
            {progress
              ? words.progress(progress.done, progress.known, formatCount(progress.evaluated))
              : words.starting}
          </p>
          <progress
            className={styles.progress}
            aria-label={words.measuring}
            max={progress?.known ?? 1}
            value={progress?.done ?? 0}
          />
          <Button onClick={moved.stop}>{words.stop}</Button>
        </>
      ) : (
        <>
          <p className={classes(ui.muted, ui.small, ui.num, ui.grow)}>
            {chosen.problem ?? words.cost(parts, formatCount(tokens.search), formatCount(tokens.each))}
          </p>
          <Button
            kind="primary"
            disabled={chosen.problem !== null}
            onClick={() => void moved.measure(chosen.model, "search")}
          >
            {measureWord(result)}
          </Button>
        </>
      )}
    </div>
  );
};

const measureWord = (result: MovedResult | null): string => {
  const words = t.influence.movedTab;
  if (result === null) return words.measure;
  return result.state === "done" ? words.again : words.goOn;
};

/** Who estimated it, and what it took. */
const ResultLine = ({ result }: { result: MovedResult }) => {
  const words = t.influence.movedTab;
  const { judge, state, problem, judged, answer, evaluated, naive, toolsLeft } = result;
  const times = evaluated === 0 ? 0 : naive / evaluated;
  return (
    <div className={styles.line}>
      <p>
        <span className={ui.strong}>{words.estimatedBy(judge.name, judge.isOwn)}</span>{" "}
        <span className={classes(ui.muted, ui.num)}>
          {words.took(formatCount(result.evaluations), formatCount(evaluated), times)}
        </span>
      </p>
      {state === "stopped" && <p className={ui.warn}>{words.stopped}</p>}
      {state === "failed" && <p className={ui.warn}>{words.brokeOff(problem ?? "")}</p>}
      {judged < answer && (
        <p className={ui.warn}>{words.judgedUpTo(formatCount(judged), formatCount(answer))}</p>
      )}
      {result.control > RESTLESS && <p className={ui.warn}>{words.restless(result.control)}</p>}
      {toolsLeft > 0 && <p className={ui.muted}>{words.toolsLeft(formatCount(toolsLeft))}</p>}
    </div>
  );
};

/** Noise of the judge that raises what counts as moved: a third of the least that does. */
const RESTLESS = Math.LN2 / 3;

type UnopenedProps = { result: MovedResult; tokens: number; onEach: () => void };

/** How much was not looked into on its own, and the offer to do that. */
const Unopened = ({ result, tokens, onEach }: UnopenedProps) => {
  const words = t.influence.movedTab;
  const together = result.parts.reduce((sum, { moved, parts }) => sum + (!moved && parts > 1 ? parts : 0), 0);
  if (result.state !== "done" || together === 0) return null;
  return (
    <p className={classes(ui.muted, ui.small, ui.num)}>
      {words.together(together)}{" "}
      <LinkButton onClick={onEach}>{words.oneByOne(formatCount(tokens))}</LinkButton>
    </p>
  );
};
