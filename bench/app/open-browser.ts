import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserPath } from "../../e2e/web/browser-path.ts";

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(browserPath() && { executablePath: browserPath() }),
    // A page whose HTML was changed in transit counts as foreign, and may not open a socket to loopback.
    args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks"],
  });

/** A page without any stored state. */
export const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, "page.js") });
  // A page that was never navigated does not run the script.
  await page.goto("data:text/html,<title>Bench</title>");
  return page;
};

/** Bytes of JavaScript objects that are still referenced. */
export const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
};

/** CPU milliseconds of the page's main thread for some work: other programs do not affect them. */
export const mainThreadFor = async (page: Page, work: () => Promise<void>): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const taken = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await taken();
  await work();
  const after = await taken();
  await session.detach();
  return after - before;
};

/** The window is usable: files are listed and a message can be written. */
export const untilInteractive = async (page: Page): Promise<void> => {
  await page.getByRole("treeitem").nth(5).waitFor({ timeout: 120_000 });
  await page.getByRole("textbox", { name: "Message", exact: true }).click({ timeout: 120_000 });
};

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
