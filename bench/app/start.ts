import type { Browser, Page } from "@playwright/test";
import { openPage, untilInteractive } from "./open-browser.ts";
import { partsOnDemand } from "./first-load.ts";
import type { BenchProject } from "./serve-project.ts";

export type Start = { readonly server: number; readonly window: number };

/** Milliseconds from the start of the process to a usable window. */
export const measureStart = async (
  browser: Browser,
  project: BenchProject,
  { eager = false }: { eager?: boolean } = {},
): Promise<Start> => {
  const page = await openPage(browser);
  if (eager) await loadEverythingFirst(page);
  const { url, startedAt, readyAt, stop } = await project.start();
  try {
    await page.goto(url, { waitUntil: "commit" });
    await untilInteractive(page);
    return { server: readyAt - startedAt, window: Date.now() - startedAt };
  } finally {
    await page.context().close();
    await stop();
  }
};

/** The peer: what Satchel loads on demand is loaded with the page, as with plain imports. */
const loadEverythingFirst = async (page: Page) => {
  const scripts = partsOnDemand()
    .map(({ file }) => `<script type="module" src="./assets/${file}"></script>`)
    .join("\n");
  await page.route(
    (url) => url.pathname === "/",
    async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      await route.fulfill({ response: answer, body: html.replace("<script", `${scripts}\n<script`) });
    },
  );
};
