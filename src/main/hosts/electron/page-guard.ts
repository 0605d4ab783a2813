import { app, type Event, type WebContents } from "electron";
import type { Log } from "../../base/log.ts";
import { DIAGRAM_PAGE } from "../page-policy.ts";
import { openExternal } from "./external-links.ts";
import { pageOrigin } from "./page-address.ts";

/**
 * No page of this app may navigate. The app has one document, so any navigation is an external link or an
 * attack: links are opened in the system's browser, everything else is denied.
 */
export const guardPages = (log: Log): void => {
  app.on("web-contents-created", (_event, contents) => guard(contents, log));
};

const guard = (contents: WebContents, log: Log) => {
  // Comes first, for every frame; once it is denied, `will-navigate` is not emitted any more.
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame && event.url === pageOrigin + DIAGRAM_PAGE) return;
    event.preventDefault();
    if (event.isMainFrame) void openExternal(event.url, log);
  });
  contents.on("will-navigate", deny);
  contents.on("will-redirect", deny);
  contents.on("will-attach-webview", deny);
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url, log);
    return { action: "deny" };
  });
};

const deny = (event: Event) => event.preventDefault();
