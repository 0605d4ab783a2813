import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { AnsweredAgain } from "#shared/model/answered-again.ts";
import type { MovedPart } from "#shared/model/moved-result.ts";
import type { Receipt } from "#shared/model/session-entry.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import { Select } from "../ui/field.tsx";
import { formatCount, formatTokens } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import ui from "../ui/basics.module.css";
import styles from "./again-view.module.css";

type Price = RouteOutput<(typeof influenceRoutes)["influence.priceAgain"]>;
type Outcome = RouteOutput<(typeof influenceRoutes)["influence.again"]>;

/** A part that can be left out; enough of it to name it. */
export type AgainPart = Pick<MovedPart, "id" | "title">;

type Props = {
  client: Client;
  run: string;
  part: AgainPart;
  answer: string;
  receipt: Receipt | null;
  onBack: () => void;
};

/** Two on each side could not show anything. */
const TIMES = [1, 3, 5, 10] as const;

/** The same prompt without one part: the price first, then both answers and both bills. */
export const AgainView = ({ client, run, part, answer, receipt, onBack }: Props) => {
  const [times, setTimes] = useState<number>(1);
  const [price, setPrice] = useState<Price | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState(0);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const words = t.influence.again;
  useEffect(() => {
    const stop = new AbortController();
    client
      .call("influence.priceAgain", { run, part: part.id, times }, stop.signal)
      .then(setPrice, (error: unknown) => {
        if (!stop.signal.aborted) setFailure(failureText(error));
      });
    return () => stop.abort();
  }, [client, run, part.id, times]);
  useEffect(() => () => running?.abort(), [running]);
  useEffect(
    () => client.on("influence.answered", (event) => (event.run === run ? setDone(event.done) : undefined)),
    [client, run],
  );
  const ask = async (calls: number) => {
    const stop = new AbortController();
    setRunning(stop);
    setDone(0);
    setFailure(null);
    setOutcome(null);
    try {
      setOutcome(await client.call("influence.again", { run, part: part.id, times, calls }, stop.signal));
    } catch (error) {
      if (!stop.signal.aborted) setFailure(failureText(error));
    } finally {
      setRunning(null);
    }
  };
  const [compared] = outcome?.result?.parts.filter(({ id }) => id === part.id) ?? [];
  return (
    <section className={styles.again} aria-label={words.title(part.title)}>
      <header className={styles.head}>
        <IconButton icon={ArrowLeft} label={words.back} onClick={onBack} />
        <div className={ui.grow}>
          <h3 className={ui.strong}>{words.title(part.title)}</h3>
          <p className={classes(ui.muted, ui.small)}>{words.text}</p>
        </div>
      </header>
      <div className={styles.ask}>
        <label className={styles.times}>
          <span className={ui.muted}>{words.times}</span>
          <Select
            value={times}
            disabled={running !== null}
            onChange={(event) => setTimes(Number(event.currentTarget.value))}
          >
            {TIMES.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? words.once : words.each(count)}
              </option>
            ))}
          </Select>
        </label>
        <p className={classes(ui.muted, ui.small, ui.num, ui.grow)} role="status">
          {running && price ? words.asking(done, price.calls) : price && priceText(price)}
        </p>
        {running ? (
          <Button onClick={() => running.abort()}>{t.influence.movedTab.stop}</Button>
        ) : (
          <Button kind="primary" disabled={!price} onClick={() => price && void ask(price.calls)}>
            {words.ask(price?.calls ?? 1)}
          </Button>
        )}
      </div>
      {failure !== null && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
      {compared && (
        <p role="note" className={ui.num}>
          {words.outcome(compared)}
        </p>
      )}
      <div className={styles.answers}>
        <AnswerCard title={words.first} text={answer} bill={firstBill(receipt)} />
        {outcome?.answers.map((each) => (
          <AnswerCard
            key={each.call}
            title={each.without.length > 0 ? words.without : words.withIt}
            text={each.text}
            bill={billOf(each)}
            problem={each.problem}
            calls={each.calls}
          />
        ))}
      </div>
    </section>
  );
};

const priceText = ({ calls, read, wrote, local, cost }: Price): string => {
  const words = t.influence.again;
  const money = cost === null ? words.unknown : words.dollars(cost);
  return `${words.price(calls, formatTokens(read, false), formatTokens(wrote, false))} · ${local ? words.local : money}`;
};

const firstBill = (receipt: Receipt | null): string => {
  const words = t.influence.again;
  if (!receipt) return words.notReported;
  const { read, wrote, estimated, cost, local } = receipt;
  const tokens = words.bill(formatTokens(read, !estimated.read), formatTokens(wrote, !estimated.wrote));
  return local || cost === null ? tokens : `${tokens} · ${words.dollars(cost)}`;
};

const billOf = ({ usage, cost }: AnsweredAgain): string => {
  const words = t.influence.again;
  const { input, output } = usage;
  if (input === null && output === null) return words.notReported;
  const tokens = words.bill(
    input === null ? words.notReported : formatCount(input),
    output === null ? words.notReported : formatCount(output),
  );
  return cost === null ? tokens : `${tokens} · ${words.dollars(cost)}`;
};

type CardProps = {
  title: string;
  text: string;
  bill: string;
  problem?: string | null;
  calls?: readonly string[];
};

const NO_CALLS: readonly string[] = [];

const AnswerCard = ({ title, text, bill, problem = null, calls = NO_CALLS }: CardProps) => {
  const words = t.influence.again;
  return (
    <article className={styles.card} aria-label={title}>
      <header className={ui.row}>
        <span className={classes(ui.strong, ui.grow)}>{title}</span>
        <span className={classes(ui.quiet, ui.small, ui.num)}>{bill}</span>
      </header>
      {problem !== null && <p className={classes(ui.small, ui.warn)}>{problem}</p>}
      {calls.length > 0 && <p className={classes(ui.small, ui.muted)}>{words.called(calls.join(", "))}</p>}
      <p className={styles.text}>{text === "" ? words.empty : text}</p>
    </article>
  );
};
