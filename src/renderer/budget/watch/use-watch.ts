import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { WatchedRequest, WatchState } from "#shared/model/watched-request.ts";

/** What is watched, kept up to date while it is shown; null until it is read. */
export const useWatch = (client: Client) => {
  const [state, setState] = useState<WatchState | null>(null);
  useEffect(() => {
    let isWanted = true;
    let [isReading, again] = [false, false];
    const read = () => {
      // A burst of requests is read once more after it, not once per event.
      again = isReading;
      if (isReading) return;
      isReading = true;
      void client
        .call("watch.state", {})
        .then(
          (now) => isWanted && setState(now),
          () => {},
        )
        .finally(() => {
          isReading = false;
          if (again && isWanted) read();
        });
    };
    read();
    const stop = client.on("watch.changed", read);
    return () => {
      isWanted = false;
      stop();
    };
  }, [client]);
  return [state, setState] as const;
};

/** One request with its parts; `revision` changes when more of it is known. */
export const useWatched = (client: Client, id: string | null, revision: string): WatchedRequest | null => {
  const [request, setRequest] = useState<WatchedRequest | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    client.call("watch.request", { id }).then(
      (found) => isWanted && setRequest(found),
      () => isWanted && setRequest(null),
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again when more of the request is known.
  }, [client, id, revision]);
  return request?.id === id ? request : null;
};
