import { app } from "electron";
import type { Disposable } from "../../base/disposables.ts";
import type { Log } from "../../base/log.ts";

/** How long the core may take to close; an app that does not quit is worse than a late checkpoint. */
const MAX_CLOSE_MS = 10_000;

/** Delays quitting until everything that the app owns is closed. */
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
    timer = setTimeout(
      () => reject(new Error(`The core did not close within ${MAX_CLOSE_MS} ms.`)),
      MAX_CLOSE_MS,
    );
  });
  await Promise.race([Promise.resolve(owned.close()), late])
    .catch((error: unknown) => log.error("Not everything was closed before the app quit.", error))
    .finally(() => clearTimeout(timer));
};
