import { test as base } from "@playwright/test";
import { scripts } from "../wire-server/script.ts";
import { startWireServer, type WireServer } from "../wire-server/start-wire-server.ts";
import { AppPage } from "./pages/app-page.ts";
import { PLANTED } from "./planted.ts";
import { serve, type Served } from "./serve.ts";

type Fixtures = { served: Served; app: AppPage };
type TalkFixtures = { wire: WireServer };

/** Every test has its own server, project and page; any error that the page reports fails it. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  served: async ({}, use) => {
    const served = await serve();
    await use(served);
    await served.close();
  },
  app: async ({ page, served }, use) => {
    const leaks: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (PLANTED !== null && payload.includes(PLANTED)) leaks.push(payload.toString().slice(0, 300));
      }),
    );
    const app = new AppPage(page);
    await app.open(served.url);
    await use(app);
    app.expectNoErrors();
    if (leaks.length > 0) throw new Error(`The planted key was sent to the window: ${leaks.join("\n")}`);
  },
});

/** With a model server that answers what a test defines. */
export const talkTest = test.extend<TalkFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- as above.
  wire: async ({}, use) => {
    const wire = await startWireServer(scripts.normal);
    await use(wire);
    await wire.close();
  },
  served: async ({ wire }, use) => {
    const served = await serve({ model: wire.origin });
    await use(served);
    await served.close();
  },
});

export { expect } from "@playwright/test";
