import { connectCore } from "./call-core.ts";
import { test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const questions = [
  "When do you open on Sunday?",
  "What is in the levain?",
  "How much is a sourdough?",
  "Which breads have no nuts?",
];

/** Pictures to look at, beside the mocks. What they show is promised by the other tests. */
for (const theme of ["light", "dark"] as const) {
  for (const size of sizes) {
    test(`pictures of the budget, ${theme}, ${size.width}×${size.height}`, async ({ app, served }) => {
      const { client, close } = connectCore(served.url);
      const { session } = await client.call("sessions.create", {});
      for (const text of questions) await client.call("chat.send", { session: session.id, text });
      close();
      await app.page.setViewportSize(size);
      await app.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await app.chat.message.fill("Draft Monday’s order for Fenwick Mill.");
      const budget = new BudgetPage(app.page);
      const take = async (name: string) => {
        await app.page.evaluate(() => document.fonts.ready);
        await app.page.waitForTimeout(500);
        await app.page.screenshot({
          path: `e2e/.artifacts/budget-${name}-${theme}-${size.width}x${size.height}.png`,
        });
      };
      await budget.open({ tour: true });
      await take("tour");
      await app.page.getByRole("button", { name: "Skip the tour" }).click();
      await budget.tile(/^RECIPES.md/).click();
      await take("next");
      await budget.drag("Files limit", 60);
      await take("drag");
      await app.page.mouse.up();
      await budget.inspector.getByRole("radio", { name: "4K" }).click();
      await take("4k");
      await budget.inspector.getByRole("button", { name: "Back to what is saved" }).click();
      await budget.tab("Timeline").click();
      await take("timeline");
      await budget.tab("As sent").click();
      await budget.view.getByRole("searchbox").fill("levain");
      await take("sent");
      await budget.tab("Compare").click();
      await take("compare");
    });
  }
}
