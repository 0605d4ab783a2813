import type { LastTurn } from "#shared/contract/context.ts";
import type { ModelInfo } from "#shared/contract/providers.ts";
import { encodingName } from "#shared/model/encoding-name.ts";
import type { StoredPrefillSpeed } from "#shared/contract/tokens.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import { barLayout } from "./bar-layout.ts";
import { costOf, formatDollars } from "./cost.ts";
import { formatSeconds, prefillOf } from "./prefill.ts";

type Props = {
  manifest: Manifest;
  model: ModelInfo | null;
  /** The provider behind it talks to nobody outside this machine. */
  isLocal: boolean;
  lastTurn: LastTurn | null;
  /** Of this model on this machine; null when no turn has been timed. */
  speed: StoredPrefillSpeed | null;
};

/** How good the counts are, what the provider said after the last turn, and what it costs. */
export const Numbers = ({ manifest, model, isLocal, lastTurn, speed }: Props) => {
  const words = t.budget.numbers;
  const prefix = barLayout(manifest, 1).prefix.tokens;
  const cost = model ? costOf(manifest, model, prefix) : null;
  return (
    <section className="sec" aria-label={words.title}>
      <dl className="numbers">
        <div>
          <dt>{words.counted}</dt>
          <dd>
            {encodingName(manifest.encoding)}{" "}
            {manifest.exact ? (
              <span className="ok b" title={words.against(encodingName(manifest.encoding))}>
                {words.exact}
              </span>
            ) : (
              <span className="chip" data-kind="estimated">
                {words.estimated}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.read(lastTurn?.provider ?? t.budget.whatIf.model)}</dt>
          <dd>{lastTurn ? words.off(lastTurn.read, deviation(lastTurn)) : words.noTurn}</dd>
        </div>
        <div>
          <dt>{words.costs}</dt>
          <dd>
            {isLocal
              ? words.local
              : cost
                ? words.price(formatDollars(cost.fresh), formatDollars(cost.cached))
                : manifest.model === null
                  ? words.noModel
                  : words.noPrice}
          </dd>
        </div>
        {isLocal && manifest.model !== null && <Reading manifest={manifest} prefix={prefix} speed={speed} />}
        {!isLocal && cost?.date && <div className="s t11">{words.priceDate(cost.date)}</div>}
      </dl>
      {lastTurn?.readLess && (
        <p className="alarm" role="alert">
          {words.alarm(lastTurn.readLess.read, lastTurn.readLess.sent)} {lastTurn.readLess.fix}
        </p>
      )}
    </section>
  );
};

type ReadingProps = { manifest: Manifest; prefix: number; speed: StoredPrefillSpeed | null };

/** How long until the answer begins, for a model that reads on this machine. */
const Reading = ({ manifest, prefix, speed }: ReadingProps) => {
  const words = t.budget.numbers;
  const seconds = speed && prefillOf(manifest.window.used, prefix, speed.msPerToken);
  return (
    <>
      <div>
        <dt>{words.reading}</dt>
        <dd>
          {seconds
            ? words.seconds(formatSeconds(seconds.fresh), formatSeconds(seconds.cached))
            : words.notTimed}
        </dd>
      </div>
      {speed && <div className="s t11">{words.timed(speed.samples)}</div>}
    </>
  );
};

const deviation = ({ read, sent }: LastTurn): string =>
  ((100 * Math.abs(read - sent)) / Math.max(1, sent)).toFixed(1);
