import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { t } from "../ui/messages/index.ts";
import { latest } from "../ui/latest.ts";
import { nameOf } from "./team-words.ts";
import type { TeamHit, TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import { TeamOrigin } from "./team-origin.tsx";
import styles from "./team-found.module.css";

type Props = { store: TeamStore; query: string };

type Answer = { readonly query: string; readonly hits: readonly TeamHit[] | null };

const words = t.team;
/** Delay after the last key; the local answer does not wait for it. */
const TYPING_PAUSE_MS = 250;

/** What the space of the open project answers to a search, below the local answer; nothing without a space. */
export const TeamFound = ({ store, query }: Props) => {
  const spaces = useStore(store, (state) => state.spaces);
  const used = store.getState().used();
  const space = spaces.find((each) => each.space === used);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = useMemo(
    () =>
      latest(TYPING_PAUSE_MS, async (asked: { space: string; query: string }, signal) => {
        const { search } = store.getState();
        const hits = await search(asked.space, asked.query, signal).catch(() => null);
        if (!signal.aborted) setAnswer({ query: asked.query, hits });
      }),
    [store],
  );
  useEffect(() => {
    if (used !== null && query.trim() !== "") ask({ space: used, query });
  }, [ask, used, query]);
  if (!space || answer?.query !== query) return null;
  return (
    <section className={styles.found} aria-label={words.found(space.name)}>
      <h2 className={ui.strong}>{words.found(space.name)}</h2>
      {answer.hits === null && (
        <p className={classes(ui.small, ui.warn)} role="status">
          {words.notAnswered}
        </p>
      )}
      {answer.hits?.length === 0 && <p className={classes(ui.small, ui.muted)}>{words.foundNone}</p>}
      <ul>
        {(answer.hits ?? []).map((hit) => (
          <li key={hit.id}>
            <div className={classes(styles.facts, ui.muted, ui.small)}>
              <Chip>{words.kinds[hit.kind]}</Chip>
              <span>{words.foundBy(hit.author, hit.date)}</span>
              <TeamOrigin origin={hit.origin} />
              {(hit.path ?? hit.heading) !== "" && (
                <span>{nameOf({ path: hit.path, heading: hit.heading, body: hit.text })}</span>
              )}
            </div>
            <div>
              {hit.text.length > MAX_SHOWN_CHARS ? `${hit.text.slice(0, MAX_SHOWN_CHARS)}…` : hit.text}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const MAX_SHOWN_CHARS = 400;
