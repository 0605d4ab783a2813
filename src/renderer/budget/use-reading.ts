import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { shareInterval } from "#shared/model/proportion.ts";
import { type ReadingVerdict, type ReadingWindow, verdictOn } from "#shared/model/reading-window.ts";

export type Reading = {
  readonly measured: ReadingWindow;
  readonly verdict: ReadingVerdict;
};

/** How much of its window a model was measured to read well; null when it was not measured. */
export const useReading = (client: Client, provider: string | null, model: string | null): Reading | null => {
  const [windows, setWindows] = useState<readonly ReadingWindow[]>([]);
  useEffect(() => {
    let isWanted = true;
    client.call("trials.windows", {}).then(
      (read) => {
        if (isWanted) setWindows(read.windows);
      },
      () => {},
    );
    const stop = client.on("trials.window", ({ measured }) =>
      setWindows((known) => [...known.filter((each) => keyOf(each) !== keyOf(measured)), measured]),
    );
    return () => {
      isWanted = false;
      stop();
    };
  }, [client]);
  if (provider === null || model === null) return null;
  const measured = windows.find((each) => each.provider === provider && each.model === model);
  if (!measured) return null;
  return { measured, verdict: verdictOn(measured, (right, asked) => shareInterval(right, asked).high) };
};

const keyOf = ({ provider, model }: ReadingWindow): string => `${provider}\n${model}`;
