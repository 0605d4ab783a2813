import { existsSync } from "node:fs";

/** An installed Chrome or Chromium; undefined means Playwright's own. */
export const browserPath = (): string | undefined =>
  [
    process.env.SATCHEL_CHROMIUM ?? "",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ].find((path) => path !== "" && existsSync(path));
