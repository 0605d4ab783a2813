import { createContext, use, useEffect, useState } from "react";
import type { ListedChange } from "#shared/contract/changes.ts";
import type { Client } from "#shared/contract/index.ts";

/** What the open conversation did to files, newest first; what was undone says so. */
export const SessionChangesContext = createContext<readonly ListedChange[]>([]);

const MAX_CHANGES = 1_000;
const none: readonly ListedChange[] = [];

export const useSessionChanges = (client: Client, session: string | null): readonly ListedChange[] => {
  const [found, setFound] = useState<{ session: string; changes: readonly ListedChange[] } | null>(null);
  useEffect(() => {
    if (session === null) return;
    let isLeft = false;
    // A list that cannot be read leaves the buttons away; the view of all changes says why.
    const read = () =>
      client.call("changes.list", { session, limit: MAX_CHANGES }).then(
        ({ changes }) => isLeft || setFound({ session, changes }),
        () => {},
      );
    void read();
    const stop = client.on("changes.changed", () => void read());
    return () => {
      isLeft = true;
      stop();
    };
  }, [client, session]);
  return found !== null && found.session === session ? found.changes : none;
};

/** Null when it is not known (yet), or was not a change of this conversation. */
export const useChange = (id: string | undefined): ListedChange | null =>
  use(SessionChangesContext).find((change) => change.id === id) ?? null;

/** What one turn did, without what was only undone. */
export const useTurnChanges = (turn: string | null): readonly ListedChange[] =>
  use(SessionChangesContext).filter(
    (change) => turn !== null && change.turn === turn && change.kind !== "undo",
  );
