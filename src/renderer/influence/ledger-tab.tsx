import { Scale } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { LedgerRow } from "#shared/model/ledger-row.ts";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { formatTokens } from "../ui/format.ts";
import { layerColour } from "../ui/layer-colour.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { Switch } from "../ui/switch.tsx";
import ui from "../ui/basics.module.css";
import partStyles from "./moved-parts.module.css";
import styles from "./ledger-tab.module.css";

type Ledger = RouteOutput<(typeof influenceRoutes)["influence.ledger"]>;

type Props = {
  client: Client;
  onOpen: (path: string, line: number | null) => void;
  /** Leads to a trial. */
  onTryWithout: (path: string, agent: string) => void;
};

/** What each file and memory has cost over time, and whether it mattered. */
export const LedgerTab = ({ client, onOpen, onTryWithout }: Props) => {
  const [ledger, setLedger] = useState<Ledger | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const words = t.influence.ledger;
  const load = useCallback(
    (signal?: AbortSignal) =>
      client.call("influence.ledger", {}, signal).then(setLedger, (error: unknown) => {
        if (!signal?.aborted) setFailure(failureText(error));
      }),
    [client],
  );
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);
  if (failure !== null)
    return (
      <Problem failure={failure} role="alert" className={styles.ledger}>
        <span className={ui.strong}>{words.failed}</span> <span className={ui.muted}>{failure}</span>
      </Problem>
    );
  if (!ledger)
    return (
      <div className={styles.ledger}>
        <Skeleton label={words.loading} rows={8} />
      </div>
    );
  const setSampling = (sampling: boolean) => {
    client.call("settings.set", { user: { influence: { sampling } } }).then(
      () => load(),
      (error: unknown) => setFailure(failureText(error)),
    );
  };
  return (
    <div className={styles.ledger}>
      <SamplingLine sampling={ledger.sampling} onChange={setSampling} />
      {ledger.rows.length === 0 ? (
        <EmptyState topic="influence" icon={Scale} title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <table className={partStyles.parts} aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.columns.source}</th>
              <th scope="col">{words.columns.times}</th>
              <th scope="col">{words.columns.quoted}</th>
              <th scope="col">{words.columns.moved}</th>
            </tr>
          </thead>
          <tbody>
            {ledger.rows.map((row) => (
              <Row key={`${row.agent}/${row.source}`} row={row} onOpen={onOpen} onTryWithout={onTryWithout} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};

type SamplingProps = { sampling: Ledger["sampling"]; onChange: (on: boolean) => void };

const SamplingLine = ({ sampling, onChange }: SamplingProps) => {
  const words = t.influence.ledger;
  const { on, power, state } = sampling;
  return (
    <label className={styles.sampling}>
      <Switch
        checked={on}
        aria-label={words.sampling}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {words.sampling}
        <span className={classes(ui.muted, ui.small, styles.about)}>
          {`${words.samplingText[power]} ${words.states[state]}`.trim()}
        </span>
      </span>
    </label>
  );
};

type RowProps = Pick<Props, "onOpen" | "onTryWithout"> & { row: LedgerRow };

const Row = ({ row, onOpen, onTryWithout }: RowProps) => {
  const words = t.influence.ledger;
  const { source, layer, title, tokens, estimated, lastTokens, sampled, moved, share, advice, exempt } = row;
  const isFile = layer !== "memory";
  return (
    <tr>
      <th scope="row">
        <span className={partStyles.name}>
          <Swatch of={layerColour(layer)} />
          {isFile ? (
            <LinkButton className={ui.ellipsis} title={source} onClick={() => onOpen(source, null)}>
              {title}
            </LinkButton>
          ) : (
            <span className={ui.ellipsis} title={source}>
              {title}
            </span>
          )}
        </span>
        {advice && (
          <p className={styles.advice}>
            {words.advice(formatTokens(lastTokens, !estimated), sampled, advice.atMost)}{" "}
            <LinkButton onClick={() => onTryWithout(source, row.agent)}>{words.tryWithout(title)}</LinkButton>
          </p>
        )}
        {exempt && <p className={classes(ui.quiet, ui.small)}>{words.exempt[exempt]}</p>}
      </th>
      <td className={ui.num}>
        {words.times(row.times)}
        <span className={classes(ui.quiet, ui.small, styles.about)}>{formatTokens(tokens, !estimated)}</span>
      </td>
      <td className={ui.num}>{words.of(row.quoted, row.compared)}</td>
      <td className={ui.num}>
        {sampled === 0 ? <span className={ui.quiet}>{words.notSampled}</span> : words.of(moved, sampled)}
        {sampled > 0 && (
          <span className={classes(ui.quiet, ui.small, styles.about)}>
            {words.share(share.low, share.high)}
          </span>
        )}
      </td>
    </tr>
  );
};
