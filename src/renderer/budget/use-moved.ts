import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { MovedPart } from "#shared/model/moved-result.ts";

/** What is known about what moved a run's answer, by segment: of the newest estimate. Empty without one. */
export const useMoved = (client: Client, run: string | null): ReadonlyMap<string, MovedPart> => {
  const [known, setKnown] = useState<{ run: string; moved: ReadonlyMap<string, MovedPart> } | null>(null);
  useEffect(() => {
    if (run === null) return;
    const stop = new AbortController();
    const read = () =>
      client.call("influence.moved", { run }, stop.signal).then(
        ({ results }) => {
          // Asking again has figures of a different kind.
          const newest = results.find(({ judge }) => judge.kind === "file");
          const files = newest?.parts.filter(({ kind }) => kind === "file") ?? [];
          setKnown({ run, moved: new Map(files.flatMap((part) => part.segments.map((id) => [id, part]))) });
        },
        // Without an estimate there is nothing to show.
        () => {},
      );
    void read();
    const off = client.on("influence.measured", (event) => {
      if (event.run === run) void read();
    });
    return () => {
      stop.abort();
      off();
    };
  }, [client, run]);
  return known?.run === run && known ? known.moved : NONE;
};

const NONE: ReadonlyMap<string, MovedPart> = new Map();
