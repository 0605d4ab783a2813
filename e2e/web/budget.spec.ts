import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

const profileOf = async (folder: string, id: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, ".satchel/profiles", `${id}.json`), "utf8")) as Record<
    string,
    unknown
  >;

test("a dragged divider lets a file fall out and come back, and is written when it is let go", async ({
  app,
  served,
}) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  await expect(budget.tile(/^RECIPES.md, cut/)).toBeVisible();

  await budget.drag("Files limit", -60);
  await expect(budget.tile(/^RECIPES.md, left out/)).toBeVisible();
  await expect(budget.view.getByText("RECIPES.md falls out")).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["total"]).toBe(4200);

  const box = await budget.slider("Files limit").boundingBox();
  await app.page.mouse.move((box?.x ?? 0) + 180, (box?.y ?? 0) + 20, { steps: 8 });
  await expect(budget.tile(/^RECIPES.md, cut/)).toBeVisible();
  await expect(budget.tile(/^SEASONAL.md, sent/)).toBeVisible();
  await app.page.mouse.up();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["total"]).toBeGreaterThan(4700);

  await app.toast("Saved in the profile").getByRole("button", { name: "Undo" }).click();
  await expect(budget.tile(/^SEASONAL.md, left out/)).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["total"]).toBe(4200);
});

test("a cut is explained in a sentence, and one click sends the whole file", async ({ app, served }) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  await budget.tile(/^RECIPES.md/).click();
  await expect(budget.inspector).toContainText(
    "Juno sees 1,500 of 2,240 tokens, because no file may be longer than 1,500.",
  );
  await expect(budget.inspector).toContainText(/It stops at line \d+, in “.+”/);
  const fix = budget.fix("Send the whole file");
  await expect(fix).toContainText("Pushes out nothing");
  await fix.getByRole("button").click();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  await expect(budget.tile(/^RECIPES.md, sent/)).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["perFile"]).toBe(2240);
});

test("a tile says why and offers the fix beside it, under the pointer and under the keys", async ({
  app,
  served,
}) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  const card = budget.map.getByRole("group", { name: "RECIPES.md" });
  await budget.tile(/^SEASONAL.md/).focus();
  await app.page.keyboard.press("ArrowLeft");
  await app.page.keyboard.press("ArrowRight");
  await expect(budget.map.getByRole("group", { name: "SEASONAL.md" })).toContainText("Juno does not see it");
  await app.page.keyboard.press("Escape");
  await expect(budget.map.getByRole("group")).toBeHidden();

  await budget.tile(/^RECIPES.md/).hover();
  await expect(card).toContainText("1,517 of 2,257 tokens sent");
  await expect(card).toContainText("because no file may be longer than 1,500");
  await expect(card).toContainText("Pushes out nothing");
  await card.getByRole("button", { name: /^Do it: Send the whole file/ }).click();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["perFile"]).toBe(2240);
});

test("what a fix pushes out is told before it is done, and it changes the file itself", async ({
  app,
  served,
}) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  await budget.tile(/^WHOLESALE.md/).click();
  const fix = budget.fix("Send it first, keep the limit");
  await expect(fix).toContainText("RECIPES.md");
  await fix.getByRole("button").click();
  await expect(app.toast("Saved at the top of workspace/WHOLESALE.md")).toBeVisible();
  await expect(budget.tile(/^WHOLESALE.md, sent/)).toBeVisible();
  await expect(budget.tile(/^RECIPES.md, left out/)).toBeVisible();
  expect(await served.read("workspace/WHOLESALE.md")).toMatch(
    /^<!-- (priority: 9|tags: [^>]+-->\s*<!-- priority: 9)/,
  );
});

test("a shipped profile stays as it is: the change goes into a copy that the agent uses", async ({
  app,
  served,
}) => {
  await served.write(
    "agents.yaml",
    (await served.read("agents.yaml")).replace("profile: bakery-counter", "profile: layered"),
  );
  const budget = new BudgetPage(app.page);
  await budget.open();
  await expect(budget.tile(/^RECIPES.md, sent/)).toBeVisible();
  await budget.tile(/^HOURS.md/).click();
  await expect(budget.inspector).toContainText("“Layered” ships with Satchel and stays as it is.");
  await budget.fix("Leave it out").getByRole("button").click();
  await expect(app.toast("Saved in a copy of its own")).toBeVisible();
  await expect(budget.tile(/^HOURS.md, left out/)).toBeVisible();
  expect(await readdir(join(served.folder, ".satchel/profiles"))).toContain("juno-layered.json");
  expect(await served.read("agents.yaml")).toContain("profile: juno-layered");
});

test("a 4K window says what would be lost, and writes nothing", async ({ app, served }) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  const before = await served.read("agents.yaml");
  await budget.inspector.getByRole("radio", { name: "4K" }).click();
  await expect(budget.bar).toHaveAttribute("aria-valuemax", "4096");
  await expect(budget.inspector).toContainText(
    "Juno would no longer see ALLERGENS.md, HOURS.md, PRICES.md, RECIPES.md.",
  );
  await budget.tile(/^PRICES.md, left out/).click();
  await expect(budget.inspector).toContainText(
    "Juno does not see it: the window holds 4,096 tokens, 2,048 of them kept for the answer, and it is full.",
  );
  await expect(budget.fix(/Use a window of/)).toBeVisible();
  expect(await served.read("agents.yaml")).toBe(before);
  await budget.inspector.getByRole("button", { name: "Back to what is saved" }).click();
  await expect(budget.bar).toHaveAttribute("aria-valuemax", "16384");
});

test("advice tells what a change would save, and leads to the file", async ({ app, served }) => {
  const allergens = await served.read("workspace/ALLERGENS.md");
  await served.write("workspace/COUNTER.md", `${allergens}\nOne line of its own for the counter.\n`);
  const budget = new BudgetPage(app.page);
  await budget.open();
  const advice = budget.inspector.getByRole("region", { name: "Advice" });
  const findings = advice.getByRole("listitem");
  await expect(findings.filter({ hasText: "ALLERGENS.md is also in COUNTER.md" })).toContainText(/−\d+/);
  await expect(findings.filter({ hasText: "The date in the system prompt" })).toContainText(/−\d+/);
  expect(await findings.count()).toBeLessThanOrEqual(3);
  await advice.getByRole("button", { name: "Show ALLERGENS.md" }).click();
  await expect(app.page.getByRole("tab", { name: /ALLERGENS.md/ })).toBeVisible();
});

test("what is typed in the composer is in the picture at once", async ({ app }) => {
  const budget = new BudgetPage(app.page);
  await app.chat.message.fill("How many loaves do we need on Saturday?");
  await budget.open();
  await app.page.getByPlaceholder("Filter").fill("Your message");
  await expect(budget.row("Your message")).toBeVisible();
});

test("priority, pin and leaving out work in the table", async ({ app, served }) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  await budget.row("SEASONAL.md").getByRole("textbox", { name: "Priority of SEASONAL.md" }).fill("5");
  await app.page.keyboard.press("Enter");
  await expect(app.toast("Saved at the top of workspace/SEASONAL.md")).toBeVisible();
  await expect.poll(() => served.read("workspace/SEASONAL.md")).toContain("<!-- priority: 5 -->");
  await expect(budget.tile(/^SEASONAL.md, sent/)).toBeVisible();

  await budget.row("STAFF.md").getByRole("button", { name: "Bring STAFF.md back" }).click();
  await expect(app.toast("Saved in agents.yaml")).toBeVisible();
  expect(await served.read("agents.yaml")).not.toContain("exclude: [STAFF.md]");

  await budget.row("WHOLESALE.md").getByRole("button", { name: "Always send WHOLESALE.md" }).click();
  await expect(budget.tile(/^WHOLESALE.md, sent/)).toBeVisible();
});

test("everything can be done by keys alone", async ({ app, served }) => {
  const budget = new BudgetPage(app.page);
  const { keyboard } = app.page;
  await keyboard.press("ControlOrMeta+2");
  await expect(app.page.getByRole("dialog", { name: "Tour of the budget" })).toBeFocused();
  await keyboard.press("Escape");

  await budget.slider("Files limit").focus();
  await keyboard.press("PageDown");
  await expect(budget.slider("Files limit")).toHaveAttribute(
    "aria-valuetext",
    /3,200 tokens, RECIPES.md falls out/,
  );
  await keyboard.press("Escape");
  await expect(budget.slider("Files limit")).toHaveAttribute("aria-valuenow", "4200");
  for (let presses = 0; presses < 6; presses += 1) await keyboard.press("ArrowRight");
  await expect(budget.slider("Files limit")).toHaveAttribute("aria-valuetext", /SEASONAL.md comes in/);
  await keyboard.press("Enter");
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["total"]).toBe(4800);

  await budget.table.getByRole("row", { selected: true }).focus();
  await keyboard.press("End");
  await keyboard.press("Home");
  await expect(budget.table.getByRole("row", { selected: true })).toBeFocused();
  await expect(budget.table.getByRole("row", { selected: true })).toContainText("RECIPES.md");
  await budget.inspector.getByRole("button", { name: /^Do it: Send the whole file/ }).focus();
  await keyboard.press("Enter");
  await expect(budget.tile(/^RECIPES.md, sent/)).toBeVisible();

  await budget.tab("Next turn").focus();
  await keyboard.press("ArrowRight");
  await expect(budget.tab("Timeline")).toBeFocused();
  await expect(budget.view.getByText("No turn has been sent yet")).toBeVisible();
});

test("the tour teaches five things, can be skipped, and does not come back", async ({ app }) => {
  const budget = new BudgetPage(app.page);
  await budget.open({ tour: true });
  const tour = app.page.getByRole("dialog", { name: "Tour of the budget" });
  for (const title of ["Layers", "Limits", "Priority", "Cache", "Fixing a cut"]) {
    await expect(tour.getByRole("heading", { name: title })).toBeVisible();
    await tour.getByRole("button", { name: /Next|Done/ }).click();
  }
  await expect(tour).toBeHidden();
  await app.page.reload();
  await expect(app.files.tree).toBeVisible();
  await app.view("Budget").click();
  await expect(budget.bar).toBeVisible();
  await expect(budget.inspector.getByText("Advice")).toBeVisible();
  await expect(tour).toBeHidden();
});

test("two sides are compared part by part, and the messages can be read, searched and saved", async ({
  app,
}) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  await budget.tab("Compare").click();
  await expect(budget.view.getByText(/B would answer without ALLERGENS.md/)).toBeVisible();
  await budget.view.getByRole("radio", { name: "Profiles" }).click();
  await expect(budget.view.getByText("B sees everything that A sees")).toBeVisible();
  await expect(budget.view.getByText(/It would also see SEASONAL.md, WHOLESALE.md/)).toBeVisible();

  await budget.view.getByRole("radio", { name: "Agents" }).click();
  await expect(budget.view.getByRole("combobox", { name: "Agent of B" })).toContainText("Counter");
  await expect(budget.view.getByText(/B would answer without /)).toBeVisible();

  await budget.tab("As sent").click();
  await budget.view.getByRole("searchbox", { name: "Search the messages" }).fill("levain");
  await expect(budget.view.getByText(/^1 of \d+$/)).toBeVisible();
  await budget.view.getByRole("button", { name: "Next match" }).click();
  await expect(budget.view.getByText(/^2 of \d+$/)).toBeVisible();

  for (const [item, file, start] of [
    ["The bar as SVG", "window.svg", "<svg"],
    ["The map as SVG", "map.svg", "<svg"],
    ["The account as JSON", "manifest.json", "{"],
    ["The messages as JSON", "messages.json", "[{\\[]"],
    ["The messages as Markdown", "messages.md", "<!-- message 1: system -->"],
  ] as const) {
    await budget.view.getByRole("button", { name: "Export" }).click();
    const saved = app.page.waitForEvent("download");
    await app.page.getByRole("menuitem", { name: item }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(file);
    expect(await readFile(await download.path(), "utf8")).toMatch(new RegExp(`^${start}`));
  }
});

for (const theme of ["light", "dark"] as const) {
  test(`screen readers find a name for everything, and axe finds nothing, ${theme}`, async ({ app }) => {
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const budget = new BudgetPage(app.page);
    await budget.open();
    await expect(budget.bar).toHaveAttribute("aria-valuetext", /Soul 349, Core files 1,024, Workspace files/);
    await expect(budget.tile("RECIPES.md, cut, 1,517 of 2,257 tokens")).toBeVisible();
    for (const tab of ["Next turn", "Timeline", "As sent", "Compare"]) {
      await budget.tab(tab).click();
      await app.page.waitForTimeout(400);
      const { violations } = await new AxeBuilder({ page: app.page }).analyze();
      expect
        .soft(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })))
        .toEqual([]);
    }
  });
}
