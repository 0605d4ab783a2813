import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

/** Two turns with the built-in answerer, which needs no model and no network. */
const talk = async (url: string) => {
  const { client, close } = connectCore(url);
  const { session } = await client.call("sessions.create", {});
  for (const text of ["When do you open on Sunday?", "And how much is a sourdough?"]) {
    const { failure } = await client.call("chat.send", { session: session.id, text });
    expect(failure).toBeNull();
  }
  close();
};

test("two turns are drawn, and the differences between them are listed by segment", async ({
  app,
  served,
}) => {
  await talk(served.url);
  const budget = new BudgetPage(app.page);
  await budget.open();
  await budget.tab("Timeline").click();
  await expect(budget.view.getByRole("button", { name: /^Turn 2, / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const diff = budget.view.getByRole("region", { name: "From A, turn 1, to B, turn 2" });
  await expect(diff.getByRole("row").filter({ hasText: "History" }).first()).toContainText(
    "2 messages were said since",
  );
  await budget.view.getByRole("button", { name: "Export" }).click();
  const saved = app.page.waitForEvent("download");
  await app.page.getByRole("menuitem", { name: "The timeline as SVG" }).click();
  expect((await saved).suggestedFilename()).toBe("timeline.svg");
  await diff.getByRole("checkbox", { name: "Unchanged" }).check();
  await expect(diff.getByRole("row").filter({ hasText: "AGENTS.md" })).toBeVisible();
  await expect(budget.view.getByRole("region", { name: "As sent, turn 2" })).toContainText(
    "And how much is a sourdough?",
  );
  await budget.tab("Compare").click();
  await budget.view.getByRole("radio", { name: "Turns" }).click();
  await expect(budget.view.getByRole("combobox", { name: "Turn of A" })).toBeVisible();
  await expect(budget.view.getByText("B sees everything that A sees")).toBeVisible();
});

test("a conversation has a divider of its own, which takes it out and brings it back", async ({ app }) => {
  await app.chat.say("When do you open on Sunday?");
  await expect(app.chat.answers).toHaveCount(1);
  await app.chat.message.fill("And how much is a sourdough?");
  const budget = new BudgetPage(app.page);
  await budget.open();
  const slider = budget.slider("History limit");
  await expect(slider).toHaveAttribute("aria-valuetext", /^[\d,]+ tokens$/);
  await expect(budget.tile(/messages?, sent/)).toBeVisible();
  await slider.focus();
  await app.page.keyboard.press("Home");
  await app.page.keyboard.press("Enter");
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  await expect(budget.tile(/messages?, left out/)).toBeVisible();
  // Nothing of it is left, and the divider is still there to restore it.
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await slider.focus();
  await app.page.keyboard.press("End");
  await app.page.keyboard.press("Enter");
  await expect(budget.tile(/messages?, sent/)).toBeVisible();
});
