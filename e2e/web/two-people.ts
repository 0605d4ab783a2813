import { type Browser, expect, test as base } from "@playwright/test";
import type { Client } from "../../src/shared/contract/index.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "../../src/main/team/test-postgres.ts";
import { connectCore } from "./call-core.ts";
import { AppPage } from "./pages/app-page.ts";
import { serve, type Served } from "./serve.ts";

/** A person at a window of their own, with a user data folder and a project of their own. */
export type Person = {
  readonly app: AppPage;
  readonly served: Served;
  /** A second client of the same core. */
  readonly client: Client;
};

type Space = { readonly anna: Person; readonly ben: Person; readonly postgres: TestPostgres };

const bin = findPostgres();

/** What an owner types to make a space. */
export const ownerUrl = ({ owner }: TestPostgres): string => {
  const { user, password, host, port, database } = owner;
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
};

const person = async (browser: Browser): Promise<Person & { close(): Promise<void> }> => {
  const served = await serve();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const app = new AppPage(await context.newPage());
  await app.open(served.url);
  const { client, close } = connectCore(served.url);
  return {
    app,
    served,
    client,
    close: async () => {
      app.expectNoErrors();
      close();
      await context.close();
      await served.close();
    },
  };
};

/** Two people and a server that neither of them has used yet. */
export const test = base.extend<Space, { server: TestPostgres }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      base.skip(
        bin === null,
        "There is no PostgreSQL with pgvector on this machine (SATCHEL_POSTGRES names one).",
      );
      const server = await startTestPostgres(bin ?? "");
      await use(server);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  postgres: async ({ server }, use) => use(server),
  anna: async ({ browser }, use) => {
    const anna = await person(browser);
    await use(anna);
    await anna.close();
  },
  ben: async ({ browser }, use) => {
    const ben = await person(browser);
    await use(ben);
    await ben.close();
  },
});

/** Anna owns a space, Ben is a member, and the projects of both use it. */
export const together = async ({ anna, ben, postgres }: Space): Promise<string> => {
  const { space } = await anna.client.call("team.init", {
    url: ownerUrl(postgres),
    team: "Bakery",
    name: "Kitchen",
    memberName: "Anna",
  });
  const { invitation } = await anna.client.call("team.invite", { space, role: "member" });
  await ben.client.call("team.join", { invitation, memberName: "Ben" });
  for (const { client } of [anna, ben]) await client.call("team.use", { space });
  return space;
};

/** The team view of a person, at one of its parts. */
export const teamView = async ({ app }: Person, part: "Proposals" | "Shared" | "Activity") => {
  await app.view("Team").click();
  const view = app.page.getByRole("region", { name: "Team", exact: true });
  await view.getByRole("radio", { name: part }).click();
  return view;
};

export { expect };
