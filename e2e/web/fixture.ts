import { type Page, test as base } from "@playwright/test";
import { scripts } from "../wire-server/script.ts";
import { type ReceivedRequest, startWireServer, type WireServer } from "../wire-server/start-wire-server.ts";
import { AppPage } from "./pages/app-page.ts";
import { isPlanting, PLANTED, saysSecret, tally } from "./planted.ts";
import { serve, type Served } from "./serve.ts";

type Fixtures = { served: Served; app: AppPage };
type TalkFixtures = { wire: WireServer };

/** Looks for planted secrets in what the page receives, prints and stores. */
const lookAtPage = (page: Page): (() => Promise<void>) => {
  const leaks: string[] = [];
  let frames = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      frames += 1;
      if (saysSecret(payload.toString())) leaks.push(`a frame: ${payload.toString().slice(0, 300)}`);
    }),
  );
  page.on("console", (message) => {
    if (saysSecret(message.text())) leaks.push("the console");
  });
  return async () => {
    const kept = page.isClosed()
      ? ""
      : await page.evaluate(() =>
          JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.title]),
        );
    if (saysSecret(kept)) leaks.push("what the page stores");
    tally({ "frames to the window": frames, pages: 1 });
    if (leaks.length > 0) throw new Error(`A planted secret reached the window: ${leaks.join("\n")}`);
  };
};

/** Every test has its own server, project and page; any error that the page reports fails it. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  served: async ({}, use) => {
    const served = await serve();
    await use(served);
    await served.close();
  },
  app: async ({ page, served }, use) => {
    const look = isPlanting ? lookAtPage(page) : null;
    const app = new AppPage(page);
    await app.open(served.url);
    await use(app);
    app.expectNoErrors();
    await look?.();
  },
});

/** With a model server that answers what a test defines. */
export const talkTest = test.extend<TalkFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- as above.
  wire: async ({}, use) => {
    const wire = await startWireServer(scripts.normal);
    await use(wire);
    const said = ({ headers }: ReceivedRequest) => JSON.stringify(headers).includes(PLANTED ?? "");
    if (PLANTED !== null) tally({ "requests with the key": wire.received.filter(said).length });
    const sent = wire.received.filter(({ body }) => isPlanting && saysSecret(JSON.stringify(body)));
    await wire.close();
    if (sent.length > 0) throw new Error(`A planted secret was sent in ${sent.length} requests.`);
  },
  served: async ({ wire }, use) => {
    const served = await serve({ model: wire.origin });
    await use(served);
    await served.close();
  },
});

export { expect } from "@playwright/test";
