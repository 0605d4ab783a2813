import { connectCore } from "./call-core.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";
import { recalled } from "./memory-seed.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import { problems } from "./problems.ts";

const DAY_MS = 86_400_000;

/** A daily note of another program, as an import brings it. */
const imported = (text: string) =>
  [
    { type: "satchel-memory", version: 1 },
    {
      type: "file",
      workspace: "workspace",
      path: `memory/${new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)}.md`,
      text: `- ${text}\n`,
    },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n");

test("the prompt, memory and dreams say where each text came from", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const core = connectCore(served.url);
  const { broken } = await core.client.call("memory.import", {
    text: imported("The flour invoice is paid to a new account."),
  });
  expect(broken).toEqual([]);
  await recalled(core.client, { "new account": 9, "eleven crates still at Quay Deli": 6 });
  core.close();
  const take = camera(page);

  await app.chat.message.fill("To which account do we pay the flour invoice?");
  await app.memory.open();
  await app.memory.shelf("From outside").click();
  await expect(app.memory.rows).toHaveCount(1);
  await expect(app.memory.row("new account")).toContainText("outside");
  await app.memory.shelf("From you").click();
  await expect(app.memory.row("new account")).toHaveCount(0);
  await expect(app.memory.rows.first()).toContainText("you");
  // Asked for more often than the other one, and still not ticked.
  await expect(app.memory.candidate("eleven crates")).toBeChecked();
  await expect(app.memory.candidate("new account")).not.toBeChecked();
  await expect(app.memory.dream).toContainText("Not from you, so only you can keep it.");
  await app.memory.shelf("From outside").click();
  await take("origins-memory");

  const budget = new BudgetPage(page);
  await budget.open();
  await page.getByRole("radio", { name: "Origin" }).click();
  const legend = page.getByRole("group", { name: "Tokens by origin" });
  await expect(legend.getByRole("button", { name: /^you/ })).toBeVisible();
  const outside = legend.getByRole("button", { name: /^outside/ });
  await take("origins-prompt");
  await outside.click();
  await expect(outside).toHaveAttribute("aria-pressed", "true");
  await expect(budget.table.getByRole("row").filter({ hasText: "outside" })).not.toHaveCount(0);
  await expect(budget.row("AGENTS.md")).toHaveCount(0);
  await expect(budget.table.getByRole("columnheader", { name: "Origin" })).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await outside.click();
  await expect(budget.row("AGENTS.md")).toBeVisible();
});
