import type { Session } from "electron";
import { isOurPage, pageOrigin } from "./page-address.ts";

/** Writing text to the clipboard after a click is the only permission the page may get. */
const allowed = new Set(["clipboard-sanitized-write"]);

/**
 * Denies the page every device, every other permission, the network, and downloads that are not its own
 * exports.
 */
export const guardSession = (session: Session, pageServer: string | null): void => {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(allowed.has(permission) && isOurPage(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed.has(permission) && isOurPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
  // Only the core uses the network, where every request is logged. The page's policy enforces it too. In
  // development, the page may receive Vite's messages about changed files.
  const hotReload = pageServer === null ? null : new URL(pageServer.replace(/^http/, "ws")).origin;
  session.webRequest.onBeforeRequest({ urls: networkUrls }, ({ url }, answer) =>
    answer({ cancel: hotReload === null || new URL(url).origin !== hotReload }),
  );
  session.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${pageOrigin}/`)) event.preventDefault();
  });
};

const networkUrls = ["http://*/*", "https://*/*", "ws://*/*", "wss://*/*", "ftp://*/*", "file:///*"];
