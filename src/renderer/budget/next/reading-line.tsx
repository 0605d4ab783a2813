import { useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { ReadingPlan } from "#shared/model/reading-window.ts";
import { failureSentence } from "../../ui/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { dateText } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { t } from "../../ui/messages/index.ts";
import { told } from "../../ui/told.ts";
import type { Reading } from "../use-reading.ts";
import ui from "../../ui/basics.module.css";
import styles from "./reading-line.module.css";

const words = t.trials.reading;

type Props = {
  client: Client;
  provider: string;
  model: string;
  reading: Reading | null;
};

/** How much of its window the model reads well, as it was measured, or the offer to measure it. */
export const ReadingLine = ({ client, provider, model, reading }: Props) => {
  const [plan, setPlan] = useState<ReadingPlan | null>(null);
  const isRunning = reading?.measured.status === "running";
  const ask = () => told(client.call("trials.planWindow", { provider, model }).then(setPlan));
  const start = () => {
    setPlan(null);
    told(client.call("trials.measureWindow", { provider, model }));
  };
  return (
    <p className={classes(styles.line, ui.small, ui.muted, ui.num)} role="status">
      {reading ? sentence(reading) : words.unmeasured}{" "}
      {isRunning ? (
        <LinkButton onClick={() => told(client.call("trials.stopWindow", {}))}>{words.stop}</LinkButton>
      ) : (
        <LinkButton onClick={ask}>{againText(reading)}</LinkButton>
      )}
      {plan && <Asking plan={plan} onStart={start} onClose={() => setPlan(null)} />}
    </p>
  );
};

const againText = (reading: Reading | null): string => {
  if (!reading) return words.measure;
  return reading.measured.status === "done" ? words.again : words.goOn;
};

const sentence = ({ measured, verdict }: Reading): string => {
  const { window, at, status, done, total, failure, exact } = measured;
  if (status === "running") return words.running(done, total);
  if (failure) return words.failed(done, total, failureSentence(failure));
  const when = dateText(at, { day: "numeric", month: "short" });
  const count = (tokens: number) => formatTokens(tokens, exact);
  switch (verdict.kind) {
    case "drops":
      return words.drops(
        // "about" says already that it is not exact.
        formatCount(verdict.tokens),
        formatCount(window),
        verdict.asked,
        when,
        verdict.isShown ? null : count(verdict.next),
      );
    case "holds":
      return words.holds(count(verdict.tokens), formatCount(window), verdict.asked, when);
    case "unknown":
      return words.unknown[verdict.why](verdict.asked, total);
  }
};

type AskingProps = { plan: ReadingPlan; onStart: () => void; onClose: () => void };

/** What it takes, before anything is asked. */
const Asking = ({ plan, onStart, onClose }: AskingProps) => {
  const { model, calls, read, write, sizes, files, problem, exact } = plan;
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.title(model)}</Dialog.Title>
          <Dialog.Description>
            {words.about(
              files,
              sizes.map((size) => formatCount(size)),
            )}
          </Dialog.Description>
          {problem === null ? (
            <p className={ui.num}>
              {t.trials.run.planned(formatCount(calls), formatTokens(read, exact), formatCount(write))}{" "}
              {priceText(plan)}
            </p>
          ) : (
            <p className={ui.wrong}>{problem}</p>
          )}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.cancel}</Button>
            </Dialog.Close>
            <Button kind="primary" disabled={problem !== null} onClick={onStart}>
              {words.start}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const priceText = ({ cost, local }: ReadingPlan): string => {
  if (cost === null) return local ? t.trials.run.free : t.trials.run.noPrice;
  return t.trials.run.price(`$${cost.toFixed(2)}`);
};
