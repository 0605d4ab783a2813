import type { Receipt } from "#shared/model/session-entry.ts";
import { samplingFields } from "#shared/model/sampling.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { useChatActions } from "./chat-actions.ts";
import styles from "./answer.module.css";

type Props = { receipt: Receipt; model: string | undefined; run: string | undefined };

/** What an answer took; opens what was sent for it. */
export const ReceiptLine = ({ receipt, model, run }: Props) => {
  const { showRun } = useChatActions();
  const text = receiptText(receipt, model).join(" · ");
  const look = classes(styles.receipt, ui.quiet, ui.tiny, ui.num);
  if (!run) return <div className={look}>{text}</div>;
  return (
    <button type="button" className={look} title={t.chat.receipt.open} onClick={() => showRun(run)}>
      {text}
    </button>
  );
};

/** Only what is known: an estimate has its mark, and a speed needs time to be measured in. */
export const receiptText = (receipt: Receipt, model: string | undefined): readonly string[] => {
  const words = t.chat.receipt;
  const { read, wrote, estimated, firstMs, ms, cost, local, reused = 0 } = receipt;
  const count = (tokens: number, isEstimate: boolean) => `${isEstimate ? "~" : ""}${formatCount(tokens)}`;
  const writing = firstMs === null ? 0 : ms - firstMs;
  return [
    ...(model ? [model] : []),
    words.read(count(read, estimated.read)),
    ...(reused > 0 ? [words.reused(formatCount(reused))] : []),
    words.wrote(count(wrote, estimated.wrote)),
    ...(firstMs === null ? [] : [words.first(secondsText(firstMs))]),
    ...(writing >= MIN_MEASURED_MS && wrote > 1
      ? [words.speed(`${estimated.wrote ? "~" : ""}${rateText((1000 * wrote) / writing)}`)]
      : []),
    ...priceText(cost, local, estimated.read || estimated.wrote),
    ...samplingFields.flatMap((field) => {
      const value = receipt[field];
      return value === undefined ? [] : [words.sampled[field](String(value))];
    }),
    ...leftOutText(receipt.leftOut),
  ];
};

/** A faster answer says nothing about a speed. */
const MIN_MEASURED_MS = 100;

const priceText = (cost: number | null, local: boolean, isEstimate: boolean): readonly string[] => {
  const words = t.chat.receipt;
  if (cost !== null) {
    return [(isEstimate ? "~" : "") + words.cost(cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2))];
  }
  return [local ? words.local : words.noPrice];
};

const leftOutText = ({ cut, out, dropped, summarised, memories }: Receipt["leftOut"]): readonly string[] => {
  const words = t.chat.receipt;
  return [
    ...(cut > 0 ? [words.cut(cut)] : []),
    ...(out > 0 ? [words.out(out)] : []),
    ...(dropped > 0 ? [words.dropped(dropped)] : []),
    ...(summarised > 0 ? [words.summarised(summarised)] : []),
    ...(memories > 0 ? [words.memories(memories)] : []),
  ];
};

const secondsText = (ms: number): string =>
  ms < 9950 ? (ms / 1000).toFixed(1) : formatCount(Math.round(ms / 1000));
const rateText = (rate: number): string => (rate < 9.95 ? rate.toFixed(1) : formatCount(Math.round(rate)));
