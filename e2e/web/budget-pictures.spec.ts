import { connectCore } from "./call-core.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

const questions = [
  "When do you open on Sunday?",
  "What is in the levain?",
  "How much is a sourdough?",
  "Which breads have no nuts?",
];

/** Screenshots to compare with the designs. Other tests assert what they show. */
test("pictures of the budget, and axe finds nothing in them", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { client, close } = connectCore(served.url);
  const { session } = await client.call("sessions.create", {});
  for (const text of questions) await client.call("chat.send", { session: session.id, text });
  close();
  await app.chat.message.fill("Draft Monday’s order for Fenwick Mill.");
  const { page } = app;
  const budget = new BudgetPage(page);
  const take = camera(page);
  const saved = budget.inspector.getByRole("button", { name: "Back to what is saved" });

  await budget.open({ tour: true });
  await take("budget-tour");
  await page.getByRole("button", { name: "Skip the tour" }).click();
  await budget.tile(/^RECIPES.md/).click();
  await take("budget-next");
  // Releasing keeps the limit, so it moves back and forth.
  let by = 60;
  await take("budget-drag", {
    axe: false,
    prepare: async () => {
      await page.mouse.up();
      by = -by;
      await budget.drag("Files limit", by);
    },
  });
  await page.mouse.up();
  await budget.inspector.getByRole("radio", { name: "4K" }).click();
  await take("budget-4k");
  await saved.click();
  await budget.tab("Timeline").click();
  // The head of one column has a name and no text, which axe reports as minor.
  await take("budget-timeline");
  await budget.tab("As sent").click();
  await budget.view.getByRole("searchbox").fill("levain");
  await take("budget-sent");
  await budget.tab("Compare").click();
  await take("budget-compare");
});
