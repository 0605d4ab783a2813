import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import type { Arrival, OutboxEntry, Space, TeamState } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

type Props = {
  space: Space;
  entries: readonly OutboxEntry[];
} & Pick<TeamState, "retry" | "discard">;

const words = t.team;

/** Whether the server answers, what waits for it, and what it refused. Nothing where all is well. */
export const SpaceLine = ({ space, entries, retry, discard }: Props) => {
  const waiting = entries.filter(({ state }) => state === "waiting");
  const refused = entries.filter(({ state }) => state === "refused");
  const problem = space.problem !== null && <span>{space.problem.message} </span>;
  const drop = (number: number) =>
    told(
      discard(number).then((arrived) =>
        notify(arrived === "no" ? words.outbox.discarded : words.outbox.maybeSent),
      ),
    );
  return (
    <>
      {space.server === "away" ? (
        <div className={styles.line} role="status">
          <span className={ui.grow}>
            {words.away(space.name)} {problem}
          </span>
          {waiting.length > 0 && <span className={ui.num}>{words.waiting(waiting.length)}</span>}
          <Button size="small" onClick={() => told(retry().then(tellRetry))}>
            {words.outbox.now}
          </Button>
        </div>
      ) : (
        problem !== false && (
          <div className={styles.line} role="alert">
            {problem}
            {waiting.length > 0 && <span className={ui.num}>{words.waiting(waiting.length)}</span>}
          </div>
        )
      )}
      {space.server === "here" && problem === false && waiting.length > 0 && (
        <p className={classes(ui.muted, ui.small, ui.num)} role="status">
          {words.catchingUp(waiting.length)}
        </p>
      )}
      {space.server === "away" && waiting.length > 0 && (
        <Listed title={words.outbox.title} entries={waiting} onDiscard={drop} />
      )}
      {refused.length > 0 && (
        <Listed
          title={words.outbox.refusedTitle}
          entries={refused}
          onRetry={(number) => told(retry(number).then(tellRetry))}
          onDiscard={drop}
        />
      )}
    </>
  );
};

const tellRetry = (arrival: Arrival) => notify(arrival === "sent" ? words.outbox.sent : words.outbox.waits);

type ListedProps = {
  title: string;
  entries: readonly OutboxEntry[];
  onRetry?: (number: number) => void;
  onDiscard?: (number: number) => void;
};

const Listed = ({ title, entries, onRetry, onDiscard }: ListedProps) => (
  <Card aria-label={title}>
    <h2 className={ui.strong}>{title}</h2>
    <ul>
      {entries.map(({ number, at, kind, text, message }) => (
        <li key={number} className={styles.refused}>
          <div className={ui.grow}>
            <div className={ui.ellipsis}>{text}</div>
            <div className={classes(ui.muted, ui.small)}>
              {words.outbox.kinds[kind] ?? kind}, {formatWhen(at)}
            </div>
            {message && <div className={classes(ui.small, ui.bad)}>{message}</div>}
          </div>
          {onRetry && (
            <Button size="small" onClick={() => onRetry(number)}>
              {words.outbox.retry}
            </Button>
          )}
          {onDiscard && (
            <Button size="small" kind="quiet" onClick={() => onDiscard(number)}>
              {words.outbox.discard}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Card>
);
