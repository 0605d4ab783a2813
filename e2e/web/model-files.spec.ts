import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { STORY, writeSmallModel } from "../model-file/small-model.ts";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test.setTimeout(240_000);

test("a model file is added by its path, answers, and its prompt is counted exactly", async ({
  app,
  served,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-models-"));
  const path = join(folder, "fox.gguf");
  writeSmallModel(path, { name: "Fox stories" });
  const { page } = app;
  const core = connectCore(served.url);
  await core.client.call("settings.set", { user: { engine: { threads: 1 } } });

  await app.view("Settings").click();
  const section = page.getByRole("region", { name: "Model files" });
  await section.getByRole("button", { name: "Add a model file" }).click();
  const field = section.getByRole("combobox", { name: "Path of the model file" });
  await field.fill(`${folder}/`);
  // The browser offers what the core found in the folder.
  await expect(section.locator(`option[value="${path}"]`)).toBeAttached();
  await field.fill(join(folder, "nothing.gguf"));
  await section.getByRole("button", { name: "Use it" }).click();
  await expect(app.toast("nothing.gguf is not there any more")).toBeVisible();
  await field.fill(path);
  await section.getByRole("button", { name: "Use it" }).click();
  await expect(app.toast("Fox stories can be used now")).toBeVisible({ timeout: 60_000 });
  await expect(section).toContainText("window 8,192 of 8,192");
  await expect(section).toContainText("It has no format for calling tools");
  await section.scrollIntoViewIfNeeded();
  await page.screenshot({ path: "e2e/.artifacts/model-files-settings.png" });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })),
  ).toEqual([]);

  await app.view("Files").click();
  await app.chat.pane.getByRole("button", { name: "Model: Built-in" }).click();
  await page.getByRole("option", { name: /fox/i }).click();
  await app.chat.say("Tell me a story.");
  await expect(app.chat.answers).toContainText(STORY.join(""), { timeout: 120_000 });
  await app.chat.say("And another one.");
  await expect(app.chat.answers.last()).toContainText(STORY.join(""), { timeout: 120_000 });
  const receipt = app.chat.pane.getByTitle("See what was sent").last();
  await expect(receipt).toContainText(/fox · read [\d,]+ · [\d,]+ of them reused · wrote 10 · .*runs here/);
  await page.screenshot({ path: "e2e/.artifacts/model-files-chat.png" });

  const budget = new BudgetPage(page);
  await budget.open();
  const numbers = budget.inspector.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText("the model’s own vocabulary exact");
  await expect(budget.table.getByRole("row", { name: /AGENTS\.md/ })).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/model-files-budget.png" });
  core.close();
});
