import { app } from "electron";
import type { Disposable } from "../../base/disposables.ts";
import type { Log } from "../../base/log.ts";

/** Milliseconds the core gets to close; an app that does not go when told to is worse than a late checkpoint. */
const limit = 10_000;

/** Holds the app open until what it owns is closed. */
export const closeBeforeQuit = (owned: Disposable, log: Log): void => {
  let state: "open" | "closing" | "closed" = "open";
  app.on("will-quit", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    void closeWithin(owned, log).finally(() => {
      state = "closed";
      app.exit(0);
    });
  });
};

const closeWithin = async (owned: Disposable, log: Log) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not closed within ${limit} ms.`)), limit);
  });
  await Promise.race([Promise.resolve(owned.close()), late])
    .catch((error: unknown) => log.error("Not everything was closed before the app quit.", error))
    .finally(() => clearTimeout(timer));
};
