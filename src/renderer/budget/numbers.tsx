import type { LastTurn } from "#shared/contract/context.ts";
import type { ModelInfo } from "#shared/contract/providers.ts";
import { encodingName } from "#shared/model/encoding-name.ts";
import type { StoredPrefillSpeed } from "#shared/contract/tokens.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import { barLayout } from "./next/bar-layout.ts";
import { formatCount, formatTokens } from "../ui/format.ts";
import { costOf, formatDollars } from "./next/cost.ts";
import { formatSeconds, prefillOf } from "./next/prefill.ts";
import type { Counted } from "./use-counted.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import sectionStyles from "./section.module.css";
import ui from "../ui/basics.module.css";
import styles from "./numbers.module.css";

type Props = {
  manifest: Manifest;
  model: ModelInfo | null;
  /** Whether the provider runs on this machine. */
  isLocal: boolean;
  lastTurn: LastTurn | null;
  /** What the server counted before the prompt is sent; null: it is not asked, or has not answered. */
  counted: Counted | null;
  /** The reading speed of this model on this machine; null when no turn has been timed. */
  speed: StoredPrefillSpeed | null;
};

/** How exact the counts are, what the provider reported after the last turn, and the cost. */
export const Numbers = ({ manifest, model, isLocal, lastTurn, counted, speed }: Props) => {
  const words = t.budget.numbers;
  const prefix = barLayout(manifest, 1).prefix.tokens;
  const cost = model ? costOf(manifest, model, prefix) : null;
  const price = (dollars: number) => `${manifest.exact ? "" : "~"}${formatDollars(dollars)}`;
  return (
    <section className={sectionStyles.sec} aria-label={words.title}>
      <dl className={styles.numbers}>
        <div>
          <dt>{words.counted}</dt>
          <dd>
            {encodingName(manifest.encoding)}{" "}
            {manifest.exact ? (
              <span
                className={classes(ui.ok, ui.strong)}
                title={words.against(encodingName(manifest.encoding))}
              >
                {words.exact}
              </span>
            ) : (
              <Chip kind="estimated">{words.estimated}</Chip>
            )}
          </dd>
        </div>
        {counted?.count && (
          <div>
            <dt>{words.countedBy(counted.count.provider)}</dt>
            <dd className={ui.num}>
              {formatTokens(counted.count.tokens, true)}{" "}
              <span className={classes(ui.ok, ui.strong)}>{words.exact}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.read(lastTurn?.model ?? lastTurn?.provider ?? t.budget.whatIf.model)}</dt>
          <dd>{lastTurn ? words.off(lastTurn.read, deviation(lastTurn)) : words.noTurn}</dd>
        </div>
        <div>
          <dt>{words.costs}</dt>
          <dd>
            {isLocal
              ? words.local
              : cost
                ? words.price(price(cost.fresh), price(cost.cached))
                : manifest.model === null
                  ? words.noModel
                  : words.noPrice}
          </dd>
        </div>
        {isLocal && manifest.model !== null && <Reading manifest={manifest} prefix={prefix} speed={speed} />}
      </dl>
      {counted?.count && !manifest.exact && (
        <p className={classes(ui.quiet, ui.tiny)}>{words.partsEstimated}</p>
      )}
      {typeof counted?.problem === "string" && (
        <p className={classes(ui.warn, ui.tiny)} role="status">
          {words.notCounted(counted.problem)}
        </p>
      )}
      {isLocal && manifest.model !== null && speed && (
        <p className={classes(ui.quiet, ui.tiny)}>{words.timed(speed.samples)}</p>
      )}
      {!isLocal && cost?.date && <p className={classes(ui.quiet, ui.tiny)}>{words.priceDate(cost.date)}</p>}
      {lastTurn?.readLess && (
        <p className={styles.alarm} role="alert">
          {words.alarm(
            formatCount(lastTurn.readLess.read),
            formatTokens(lastTurn.readLess.sent, lastTurn.readLess.exact),
          )}{" "}
          {lastTurn.readLess.fix}
        </p>
      )}
    </section>
  );
};

type ReadingProps = { manifest: Manifest; prefix: number; speed: StoredPrefillSpeed | null };

/** The time until the answer begins, for a model on this machine. */
const Reading = ({ manifest, prefix, speed }: ReadingProps) => {
  const words = t.budget.numbers;
  const seconds = speed && prefillOf(manifest.window.used, prefix, speed.msPerToken);
  return (
    <div>
      <dt>{words.reading}</dt>
      <dd>
        {seconds
          ? words.seconds(formatSeconds(seconds.fresh), formatSeconds(seconds.cached))
          : words.notTimed}
      </dd>
    </div>
  );
};

const deviation = ({ read, sent }: LastTurn): string =>
  ((100 * Math.abs(read - sent)) / Math.max(1, sent)).toFixed(1);
