import { useEffect, useState } from "react";
import type { RunShape } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";

export type Timeline = {
  /** Null while the turns are read. */
  readonly runs: readonly RunShape[] | null;
  readonly sessions: readonly SessionInfo[];
  /** The conversation that is shown; null: none has a turn yet. */
  readonly session: string | null;
  readonly choose: (session: string) => void;
};

/** The turns of the open conversation, otherwise of the newest one. */
export const useTimeline = (client: Client, open: string | null): Timeline => {
  const [sessions, setSessions] = useState<readonly SessionInfo[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [runs, setRuns] = useState<readonly RunShape[] | null>(null);
  const [newest, setNewest] = useState<string | null>(null);
  const session = chosen ?? open ?? newest;

  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const [{ runs: all }, { sessions: listed }] = await Promise.all([
        client.call("context.runs", { limit: 100 }),
        client.call("sessions.list", {}),
      ]);
      const shown = session ?? all.find((run) => run.session !== null)?.session ?? null;
      const { runs: found } = shown
        ? await client.call("context.timeline", { session: shown })
        : { runs: [] };
      if (!isWanted) return;
      const withRuns = new Set(all.map((run) => run.session));
      setSessions(listed.filter(({ id }) => withRuns.has(id)));
      setNewest(shown);
      setRuns(found);
    };
    void read().catch(() => {});
    const stop = client.on("chat.ended", () => void read().catch(() => {}));
    return () => {
      isWanted = false;
      stop();
    };
  }, [client, session]);

  return { runs, sessions, session, choose: setChosen };
};
