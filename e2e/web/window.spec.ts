import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("the theme is chosen in the settings and kept", async ({ app }) => {
  await app.view("Settings").click();
  await app.page.getByRole("radio", { name: "Dark" }).click();
  expect(await app.theme).toBe("dark");
  await app.page.reload();
  await expect(app.files.tree).toBeVisible();
  expect(await app.theme).toBe("dark");
});

test("the theme follows the system until one is chosen", async ({ app }) => {
  await app.page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => app.theme).toBe("dark");
  await app.page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => app.theme).toBe("light");
});

test("the zoom can be changed, and nothing leaves the window", async ({ app }) => {
  await app.page.keyboard.press("ControlOrMeta+=");
  await app.page.keyboard.press("ControlOrMeta+=");
  await expect.poll(() => app.page.evaluate(() => document.documentElement.style.zoom)).toBe("1.2");
  const overflow = await app.page.evaluate(() => [
    document.documentElement.scrollWidth > document.documentElement.clientWidth,
    document.documentElement.scrollHeight > document.documentElement.clientHeight,
  ]);
  expect(overflow).toEqual([false, false]);
  await expect(app.status).toBeInViewport({ ratio: 0.9 });
});

test("the palette does things, and has what was chosen last at the top", async ({ app, served }) => {
  const options = app.page.getByRole("option");
  const choose = async (words: string, name: RegExp) => {
    await app.openPalette();
    await app.page.keyboard.type(words);
    await options.filter({ hasText: name }).first().click();
  };
  await choose("sourdough", /^Find “sourdough” in all files$/);
  await expect(app.page.getByRole("searchbox", { name: "Text to find" })).toHaveValue("sourdough");
  await choose("network", /^Settings: Network$/);
  await expect(app.page.getByRole("heading", { name: "Network", exact: true })).toBeInViewport();
  await choose("persona", /^Use the profile Persona for Juno$/);
  await expect.poll(() => served.read("agents.yaml")).toMatch(/id: juno[\s\S]*?profile: persona/);
  await choose("undo", /^Undo the last change/);
  await expect.poll(() => served.read("agents.yaml")).toMatch(/id: juno[\s\S]*?profile: bakery-counter/);
  await choose("seasonal", /^Bring SEASONAL.md back/);
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  const profile = JSON.parse(await served.read(".satchel/profiles/bakery-counter.json")) as { total: number };
  expect(profile.total).toBeGreaterThan(4200);
  await choose("hours", /HOURS\.md/);
  await app.openPalette();
  await expect(options.first()).toContainText("HOURS.md");
  await expect(app.page.getByRole("group", { name: "Chosen last" })).toContainText("Settings: Network");
  await expect(options.filter({ hasText: /^New file/ })).toBeVisible();
});

test("the palette finds a file, a command, a conversation and a memory", async ({ app }) => {
  await app.openPalette();
  await app.page.keyboard.type("suppliers");
  await expect(app.page.getByRole("option", { name: /suppliers\.md/ })).toBeVisible();
  await app.page.keyboard.press("Enter");
  await expect(app.editor.tab("suppliers.md")).toBeVisible();
  await app.openPalette();
  await app.page.keyboard.type("dark theme");
  await app.page.keyboard.press("Enter");
  await expect.poll(() => app.theme).toBe("dark");

  await app.chat.say("When do you open on Sunday?");
  await expect(app.chat.answers).toBeVisible();
  await app.openPalette();
  await app.page.keyboard.type("new conversation");
  await app.page.keyboard.press("Enter");
  await expect(app.chat.message).toBeFocused();
  await expect(app.chat.answers).toBeHidden();
  await app.openPalette();
  await app.page.keyboard.type("sunday");
  await app.page
    .getByRole("option", { name: /When do you open on Sunday/ })
    .first()
    .click();
  await expect(app.chat.answers).toBeVisible();

  await app.openPalette();
  await app.page.keyboard.type("who collects a rye loaf");
  const memory = app.page.getByRole("option", { name: /Mrs Ashdown collects a rye.*Curated/ });
  await expect(memory).toBeVisible();
  await expect(app.page.getByText("Nothing matches")).toBeHidden();
  await memory.click();
  await expect(app.editor.tab("MEMORY.md")).toBeVisible();
});

test("a text that loads late takes the focus only if the user is still waiting for it", async ({ app }) => {
  const { page } = app;
  const loaded = Promise.withResolvers<void>();
  await page.route(/text-editor-.*\.js/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await app.openPalette();
  await page.keyboard.type("suppliers");
  await page.keyboard.press("Enter");
  await expect(app.editor.tab("suppliers.md")).toBeVisible();
  await app.openPalette();
  await page.keyboard.type("dark ");
  loaded.resolve();
  await expect(app.editor.lines).toContainText("Fenwick");
  await page.keyboard.type("theme");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("dark theme");
  await page.keyboard.press("Escape");

  await app.openPalette();
  await page.keyboard.type("hours");
  await page.keyboard.press("Enter");
  await expect(app.editor.lines).toContainText("Monday");
  await page.keyboard.type("Typed at once. ");
  await expect(app.editor.lines).toContainText("Typed at once.");
});

test("every view on the rail opens and shows its name", async ({ app }) => {
  for (const name of ["Budget", "Memory", "Agents", "History", "Settings"]) {
    await app.view(name).click();
    await expect(app.page.getByRole("heading", { name, level: 1 })).toBeVisible();
  }
  await app.view("Files").click();
  await expect(app.files.tree).toBeVisible();
});

test("writing a message shows at once what it would send", async ({ app }) => {
  await expect(app.chat.preview).toContainText("Core files");
  await expect(app.chat.preview).not.toContainText("Your message");
  await app.chat.message.fill("Draft Monday’s order.");
  await expect(app.chat.preview).toContainText("Your message");
});

test("an unsaved edit already shows in the budget", async ({ app }) => {
  await app.files.open("HOURS.md");
  await expect(app.status.getByText(/ of 16,384/)).toBeVisible();
  const before = await app.status.getByText(/ of 16,384/).textContent();
  await app.editor.append("\nOpen on Christmas Eve until noon, and on New Year’s Eve until four.");
  await expect(app.status.getByText(/ of 16,384/)).not.toHaveText(before ?? "");
});

test("two clicks show why a file is not sent, from the tree and from its text", async ({ app }) => {
  const budget = new BudgetPage(app.page);
  await app.files.menu("STAFF.md", "Why is it left out?");
  await expect(budget.inspector).toContainText("STAFF.md");
  await expect(budget.inspector).toContainText("on the list of files");

  await app.view("Files").click();
  await app.files.open("SEASONAL.md");
  await app.status.getByRole("button", { name: "left out" }).click();
  await expect(budget.inspector).toContainText("SEASONAL.md");
});

test("the budget lists every part of the prompt and opens the file behind it", async ({ app }) => {
  await app.page.getByRole("button", { name: / tokens\. See what they are/ }).click();
  const budget = new BudgetPage(app.page);
  await expect(budget.row("STAFF.md")).toContainText("On the list of files to leave out");
  await budget.row("RECIPES.md").click();
  await budget.inspector.getByRole("button", { name: "Open RECIPES.md" }).click();
  await expect(app.editor.tab("RECIPES.md")).toBeVisible();
});

test("a lost server is reported calmly, and the window reconnects on its own and loses nothing", async ({
  app,
  served,
}) => {
  await app.files.open("HOURS.md");
  await app.editor.append("\nWritten before the crash.");
  await served.stop();
  await expect(
    app.page.getByText(/connection to Satchel’s engine is lost|engine does not answer/),
  ).toBeVisible();
  await served.restart();
  const again = new URL(served.url).hash;
  test
    .info()
    .annotations.push({ type: "note", description: `the new launch has its own token ${again.length > 0}` });
  await expect(
    app.page.getByText("This page is no longer allowed in").or(app.files.tree).first(),
  ).toBeVisible();
  await app.page.goto(served.url);
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await expect(app.editor.lines).toContainText("Written before the crash.");
});
