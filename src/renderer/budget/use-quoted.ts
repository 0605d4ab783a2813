import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";

/** How many sentences of a run's answer quote each segment; empty while that is not known, or without an answer. */
export const useQuoted = (client: Client, run: string | null): ReadonlyMap<string, number> => {
  const [known, setKnown] = useState<{ run: string; quoted: ReadonlyMap<string, number> } | null>(null);
  useEffect(() => {
    if (run === null) return;
    const stop = new AbortController();
    client.call("influence.quoted", { run }, stop.signal).then(
      ({ segments }) =>
        setKnown({ run, quoted: new Map(segments.map(({ segment, sentences }) => [segment, sentences])) }),
      // A run whose answer is gone, or that only called tools, has nothing to show.
      () => {},
    );
    return () => stop.abort();
  }, [client, run]);
  return known?.run === run && known ? known.quoted : NONE;
};

const NONE: ReadonlyMap<string, number> = new Map();
