import { useCallback, useEffect, useRef, useState } from "react";
import type { EventOf } from "#shared/contract/contract.ts";
import type { Client } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { MovedResult } from "#shared/model/moved-result.ts";
import { failureText } from "../ui/failure-text.ts";

export type Prepared = RouteOutput<(typeof influenceRoutes)["influence.prepare"]>;
export type MeasureProgress = EventOf<"influence.progress">;

/** What is known about what moved an answer, and measuring it. */
export const useMoved = (client: Client, run: string) => {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [results, setResults] = useState<readonly MovedResult[] | null>(null);
  const [progress, setProgress] = useState<MeasureProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const last = useRef<AbortController | null>(null);

  const reload = useCallback(
    (signal?: AbortSignal) =>
      client.call("influence.moved", { run }, signal).then(
        (known) => setResults(known.results),
        (error: unknown) => {
          if (!signal?.aborted) setFailure(failureText(error));
        },
      ),
    [client, run],
  );
  useEffect(() => {
    const stop = new AbortController();
    client.call("influence.prepare", { run }, stop.signal).then(setPrepared, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    void reload(stop.signal);
    const off = client.on("influence.measured", (event) => {
      if (event.run === run) void reload(stop.signal);
    });
    const offProgress = client.on("influence.progress", (event) => {
      if (event.run === run) setProgress(event);
    });
    return () => {
      stop.abort();
      off();
      offProgress();
      // A measurement ends with its dialog; what it has is kept, and it goes on from there.
      last.current?.abort();
    };
  }, [client, run, reload]);

  const measure = useCallback(
    async (model: string, depth: "search" | "each") => {
      const stop = new AbortController();
      last.current = stop;
      setRunning(stop);
      setProgress(null);
      setFailure(null);
      try {
        await client.call("influence.measure", { run, model, depth }, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) setFailure(failureText(error));
      } finally {
        setRunning(null);
      }
    },
    [client, run],
  );
  return {
    prepared,
    results,
    progress,
    failure,
    isRunning: running !== null,
    measure,
    stop: () => running?.abort(),
  };
};
