import { app, type Event, type WebContents } from "electron";
import type { Log } from "../../base/log.ts";
import { DIAGRAM_PAGE } from "../page-policy.ts";
import { openExternal } from "./external-links.ts";
import { pageOrigin } from "./page-address.ts";

/**
 * Every page this app ever shows stays where it is. The app has one document and moves inside it, so any
 * navigation is a link out or an attack: links go to the system's browser, the rest nowhere.
 */
export const guardPages = (log: Log): void => {
  app.on("web-contents-created", (_event, contents) => guard(contents, log));
};

const guard = (contents: WebContents, log: Log) => {
  // Comes first, for every frame; once it is denied, `will-navigate` does not come any more.
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
