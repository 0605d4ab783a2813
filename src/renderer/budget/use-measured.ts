import { useEffect, useState } from "react";
import type { LastTurn } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import type { StoredPrefillSpeed } from "#shared/contract/tokens.ts";

/** Measurements of real turns, read again after each turn. */
export type Measured = {
  readonly lastTurn: LastTurn | null;
  readonly speeds: readonly StoredPrefillSpeed[];
};

export const useMeasured = (client: Client, session: string | null): Measured => {
  const [measured, setMeasured] = useState<Measured>(nothing);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const [lastTurn, { speeds }] = await Promise.all([
        client.call("context.lastTurn", session === null ? {} : { session }),
        client.call("tokens.prefillSpeeds", {}),
      ]);
      if (isWanted) setMeasured({ lastTurn, speeds });
    };
    const again = () => void read().catch(() => {});
    again();
    const stop = client.on("chat.ended", again);
    return () => {
      isWanted = false;
      stop();
    };
  }, [client, session]);
  return measured;
};

const nothing: Measured = { lastTurn: null, speeds: [] };
