import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator } from "@playwright/test";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import type { Served } from "./serve.ts";

const profileOf = async (folder: string, id: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, ".satchel/profiles", `${id}.json`), "utf8")) as Record<
    string,
    unknown
  >;

test("a dragged divider drops a file and brings it back, and is saved on release", async ({
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

test("a tile explains its status and offers the fix beside it, for the pointer and the keyboard", async ({
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
  await expect(card).toContainText("1,500 of 2,240 tokens sent");
  await expect(card).toContainText("because no file may be longer than 1,500");
  await expect(card).toContainText("Pushes out nothing");
  await card.getByRole("button", { name: /^Do it: Send the whole file/ }).click();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  expect((await profileOf(served.folder, "bakery-counter"))["perFile"]).toBe(2240);
});

test("what a fix pushes out is shown before it is applied, and the fix changes the file itself", async ({
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

test("a shipped profile stays unchanged: the change goes into a copy that the agent uses", async ({
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

test("a 4K window shows what would be lost, and writes nothing", async ({ app, served }) => {
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
    /Juno does not see it: the window holds 4,096 tokens\. 2,048 are kept for the answer and [\d,]+ are used, so its [\d,]+ do not fit\./,
  );
  await expect(budget.fix(/Use a window of/)).toBeVisible();
  expect(await served.read("agents.yaml")).toBe(before);
  await budget.inspector.getByRole("button", { name: "Back to what is saved" }).click();
  await expect(budget.bar).toHaveAttribute("aria-valuemax", "16384");
});

/** Puts the date before the rest of the agent's prompt, which advice is about. */
const dateEarly = async (served: Served) => {
  const agents = await served.read("agents.yaml");
  const moved = agents.replace("      Answer from", "      It is {{date}}.\n      Answer from");
  await served.write("agents.yaml", moved.replace("\n\n      Today is {{date}}.", ""));
};

test("advice shows what a change would save, does it, and links to the file", async ({ app, served }) => {
  await dateEarly(served);
  const allergens = await served.read("workspace/ALLERGENS.md");
  await served.write("workspace/COUNTER.md", `${allergens}\nOne line of its own for the counter.\n`);
  const budget = new BudgetPage(app.page);
  await budget.open();
  const advice = budget.inspector.getByRole("region", { name: "Advice" });
  const findings = advice.getByRole("listitem");
  await expect(findings.filter({ hasText: "ALLERGENS.md is also in COUNTER.md" })).toContainText(/−~?\d+/);
  await expect(findings.filter({ hasText: "The date in the system prompt" })).toContainText(/−~\d+/);
  expect(await findings.count()).toBeLessThanOrEqual(3);
  await advice.getByRole("button", { name: "Move it to the end" }).click();
  await expect(app.toast("The date is at the end of the prompt now")).toBeVisible();
  expect(await served.read("agents.yaml")).toMatch(/24-hour clock\.\n\n\s+It is \{\{date\}\}\.\n/);
  await expect(findings.filter({ hasText: "The date in the system prompt" })).toBeHidden();
  await advice.getByRole("button", { name: "Leave ALLERGENS.md out" }).click();
  await expect(findings.filter({ hasText: "ALLERGENS.md is also in COUNTER.md" })).toBeHidden();
  await expect(budget.row("ALLERGENS.md")).toContainText("On the list of files to leave out");
  await app.toast("ALLERGENS.md is left out now").getByRole("button", { name: "Undo" }).click();
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

test("what is typed in the editor counts before it is saved", async ({ app, served }) => {
  const budget = new BudgetPage(app.page);
  const before = await served.read("workspace/HOURS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nOn the first of May the shop stays closed all day.\n");
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await budget.open();
  await app.page.getByRole("searchbox", { name: "Filter the parts" }).fill("HOURS");
  // 208 on disk.
  await expect(budget.row("HOURS.md").getByRole("gridcell").nth(3)).not.toHaveText("208");
  await expect(budget.row("HOURS.md").getByRole("gridcell").nth(3)).toHaveText(/^2[12]\d$/);
  expect(await served.read("workspace/HOURS.md")).toBe(before);
});

test("the table is sorted by its headings, and shows the column and direction", async ({ app }) => {
  const budget = new BudgetPage(app.page);
  await budget.open();
  const heading = (name: string) => budget.table.getByRole("columnheader", { name });
  const column = async (index: number) =>
    (await budget.table.locator(`[data-row] > :nth-child(${index})`).allInnerTexts()).map((text) =>
      text.trim(),
    );
  const numbers = async (index: number) => (await column(index)).map((text) => Number(text.replace(",", "")));
  await expect(heading("Removed")).toHaveAttribute("aria-sort", "descending");

  await heading("Sent").getByRole("button").click();
  await expect(heading("Sent")).toHaveAttribute("aria-sort", "descending");
  await expect(heading("Removed")).toHaveAttribute("aria-sort", "none");
  await expect(budget.view.getByText(/sorted by what is sent/)).toBeVisible();
  const sent = await numbers(5);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent).toEqual(sent.toSorted((a, b) => b - a));

  await heading("Sent").getByRole("button").click();
  await expect(heading("Sent")).toHaveAttribute("aria-sort", "ascending");
  const fewest = await numbers(5);
  expect(fewest).toEqual(fewest.toSorted((a, b) => a - b));

  await heading("Name").getByRole("button").focus();
  await app.page.keyboard.press("Enter");
  await expect(heading("Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(budget.table.locator("[data-row]").first()).toContainText(/\d+ tools/);
  const names = (await column(2)).map((name) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
});

test("everything can be done with the keyboard", async ({ app, served }) => {
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

test("each divider has its own name and value, is reached with Tab and moved with the keyboard", async ({
  app,
  served,
}) => {
  const budget = new BudgetPage(app.page);
  // Memories are only recalled for a message.
  await app.chat.message.fill("How much levain goes into the Harbor sourdough?");
  await budget.open();
  const { keyboard } = app.page;
  await expect(budget.slider("Memory limit")).toBeVisible();
  await budget.slider("Files limit").focus();
  for (const name of ["Files limit", "Memory limit", "Kept for the answer"]) {
    await expect(budget.slider(name)).toBeFocused();
    await expect(budget.slider(name)).toHaveAttribute("aria-valuetext", /^[\d,]+ tokens$/);
    await keyboard.press("Tab");
  }

  // No memories are left, and the divider is still there to restore them.
  const memory = budget.slider("Memory limit");
  const all = await memory.getAttribute("aria-valuenow");
  await memory.focus();
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await expect(budget.tile(/memor(y|ies), left out/)).toBeVisible();
  await expect.poll(async () => (await profileOf(served.folder, "bakery-counter"))["memoryTokens"]).toBe(1);
  await expect(memory).toBeFocused();
  await keyboard.press("End");
  await keyboard.press("Enter");
  await expect(budget.tile(/memor(y|ies), sent/)).toBeVisible();
  await expect(memory).toHaveAttribute("aria-valuenow", all ?? "");

  // Moving right leaves less for the answer; the value is written to the agent, and can be undone.
  await budget.slider("Kept for the answer").focus();
  await keyboard.press("ArrowRight");
  await expect(budget.slider("Kept for the answer")).toHaveAttribute("aria-valuenow", "3996");
  await keyboard.press("Enter");
  await expect(app.toast("Saved in agents.yaml")).toBeVisible();
  expect(await served.read("agents.yaml")).toContain("maxOutputTokens: 3996");
  await app.toast("Saved in agents.yaml").getByRole("button", { name: "Undo" }).click();
  await expect(budget.slider("Kept for the answer")).toHaveAttribute("aria-valuenow", "4096");
  expect(await served.read("agents.yaml")).toContain("maxOutputTokens: 4096");
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

test("what is copied is what would be sent, every message of it", async ({ app, served }) => {
  await app.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const budget = new BudgetPage(app.page);
  await app.chat.message.fill("When do you open on Sunday?");
  await budget.open();
  await budget.tab("As sent").click();
  await expect(budget.view.getByRole("document")).toContainText("When do you open on Sunday?");
  await budget.view.getByRole("button", { name: "Copy everything" }).click();
  await expect(app.toast("Copied")).toBeVisible();
  const copied = await app.page.evaluate(() => navigator.clipboard.readText());
  const { client, close } = connectCore(served.url);
  const { messages } = await client.call("context.preview", { message: "When do you open on Sunday?" });
  close();
  expect(messages).toHaveLength(2);
  for (const { role, content } of messages ?? []) {
    expect(copied).toContain(`: ${role} -->`);
    expect(copied).toContain(content);
  }
});

test("memories that a small window leaves out show their fix", async ({ app }) => {
  const budget = new BudgetPage(app.page);
  await app.chat.message.fill("How much levain goes into the Harbor sourdough?");
  await budget.open();
  await budget.inspector.getByRole("radio", { name: "4K" }).click();
  await expect(budget.view.getByText("Tried out on the next turn, nothing is saved")).toBeVisible();
  await expect(budget.inspector).toContainText(/would no longer see .+ memor(y|ies)/);
  await budget.tile(/memor(y|ies), left out/).click();
  await expect(budget.fix(/Use a window of/)).toContainText(/Adds [\d,]+ tokens to the prompt/);
});

for (const theme of ["light", "dark"] as const) {
  test(`everything has an accessible name, and axe finds nothing, ${theme}`, async ({ app, served }) => {
    await dateEarly(served);
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const budget = new BudgetPage(app.page);
    await budget.open();
    await expect(budget.bar).toHaveAttribute("aria-valuetext", /Soul 349, Core files 1,024, Workspace files/);
    await expect(budget.tile("RECIPES.md, cut, 1,500 of 2,240 tokens")).toBeVisible();
    for (const name of ["Files limit", "Kept for the answer"]) {
      await expect(budget.slider(name)).toHaveAttribute("aria-valuetext", /^[\d,]+ tokens/);
    }
    const drawn: Readonly<Record<string, Locator>> = {
      "Next turn": budget.inspector
        .getByRole("listitem")
        .filter({ hasText: "The date in the system prompt" }),
      Timeline: budget.view.getByText("No turn has been sent yet"),
      "As sent": budget.view.getByRole("document"),
      Compare: budget.view.getByText(/B would answer without/),
    };
    for (const [tab, isThere] of Object.entries(drawn)) {
      await budget.tab(tab).click();
      await expect(isThere).toBeVisible();
      const { violations } = await new AxeBuilder({ page: app.page }).analyze();
      expect
        .soft(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })))
        .toEqual([]);
    }
  });
}
