import { Radio } from "lucide-react";
import { useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { WatchedSummary, WatchState } from "#shared/model/watched-request.ts";
import { watchSettings } from "#shared/model/watch-settings.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { dateText } from "../../ui/dates.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Input } from "../../ui/field.tsx";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { NavList, NavRow, NavText, NavTitle } from "../../ui/nav-list.tsx";
import { notify } from "../../ui/notify.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { told } from "../../ui/told.ts";
import { useWatch, useWatched } from "./use-watch.ts";
import { WatchedDetail } from "./watched-detail.tsx";
import ui from "../../ui/basics.module.css";
import styles from "./watch-tab.module.css";

type Props = { client: Client; onPlace: (path: string, line: number) => void };

const words = t.watch;

/** Requests of another program on the way to its model server. */
export const WatchTab = ({ client, onPlace }: Props) => {
  const [state, setState] = useWatch(client);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = state?.requests.find(({ id }) => id === chosen) ?? state?.requests[0] ?? null;
  const request = useWatched(
    client,
    shown?.id ?? null,
    shown ? `${shown.outcome}/${shown.complete}/${shown.tokens}` : "",
  );
  if (!state) return <Skeleton label={words.loading} rows={6} />;
  const call = (method: "watch.stop" | "watch.clear") => told(client.call(method, {}).then(setState));
  const start = (upstream: string) => told(client.call("watch.start", { upstream }).then(setState));
  if (!state.running && state.requests.length === 0) {
    return (
      <EmptyState topic="watch" icon={Radio} title={words.empty} actions={<StartForm onStart={start} />}>
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <section className={styles.watch} aria-label={words.title}>
      <header className={styles.bar}>
        <p className={classes(ui.grow, ui.ellipsis, ui.muted)} role="status">
          {state.running ? words.running(state.running.address, state.running.upstream) : words.stopped}
        </p>
        {state.running ? (
          <Button size="small" onClick={() => call("watch.stop")}>
            {words.stop}
          </Button>
        ) : (
          <StartForm onStart={start} />
        )}
        {state.requests.length > 0 && (
          <Button size="small" kind="quiet" onClick={() => call("watch.clear")}>
            {words.clear}
          </Button>
        )}
      </header>
      {shown ? (
        <div className={styles.halves}>
          <RequestList state={state} current={shown.id} onChoose={setChosen} />
          <div className={styles.detail} tabIndex={0} role="region" aria-label={words.parts}>
            {request ? (
              <WatchedDetail key={request.id} client={client} request={request} onPlace={onPlace} />
            ) : (
              <Skeleton label={words.loading} rows={6} />
            )}
          </div>
        </div>
      ) : (
        <Settings address={state.running?.address ?? ""} />
      )}
    </section>
  );
};

const StartForm = ({ onStart }: { onStart: (upstream: string) => void }) => {
  const [upstream, setUpstream] = useState("");
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault();
        onStart(upstream);
      }}
    >
      <Input
        aria-label={words.upstream}
        placeholder={words.placeholder}
        value={upstream}
        spellCheck={false}
        onChange={(event) => setUpstream(event.currentTarget.value)}
      />
      <Button type="submit" kind="primary" disabled={upstream.trim() === ""}>
        {words.start}
      </Button>
    </form>
  );
};

const Settings = ({ address }: { address: string }) => (
  <div className={styles.settings}>
    <h2>{words.waiting}</h2>
    <p className={ui.muted}>{words.waitingText}</p>
    <dl>
      {watchSettings(address).map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{text}</code>
            <Button size="small" aria-label={words.copyOf(name)} onClick={() => copy(text)}>
              {words.copy}
            </Button>
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

const copy = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => notify(words.copied),
    () => notify(words.notCopied, { kind: "bad" }),
  );

type ListProps = { state: WatchState; current: string; onChoose: (id: string) => void };

const RequestList = ({ state, current, onChoose }: ListProps) => (
  <div className={styles.list}>
    <NavList aria-label={words.list}>
      {state.requests.map((each) => (
        <li key={each.id}>
          <NavRow
            aria-current={each.id === current ? "true" : undefined}
            onClick={() => onChoose(each.id)}
            title={words.unproven}
          >
            <span className={ui.grow}>
              <NavTitle className={ui.ellipsis}>{each.model ?? each.path}</NavTitle>
              <NavText className={ui.num}>{figures(each).join(" · ")}</NavText>
            </span>
          </NavRow>
        </li>
      ))}
    </NavList>
    {(state.dropped > 0 || state.refused > 0) && (
      <p className={classes(ui.quiet, ui.small, styles.left)}>
        {[
          ...(state.dropped > 0 ? [words.dropped(formatCount(state.dropped))] : []),
          ...(state.refused > 0 ? [words.refused(formatCount(state.refused))] : []),
        ].join(", ")}
      </p>
    )}
  </div>
);

const figures = ({ at, client, status, outcome, tokens }: WatchedSummary): readonly string[] => [
  timeOf(at),
  client.split("/", 1)[0] ?? client,
  ...(tokens === null ? [] : [formatTokens(tokens, false)]),
  ...(outcome === "finished" && status !== 200 ? [String(status)] : []),
  ...(outcome === "finished" ? [] : [words.outcome[outcome]]),
];

const timeOf = (at: string): string =>
  dateText(at, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
