import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";

const samples = resolve(import.meta.dirname, "../../src/main/importers/samples");

test("moving in: a plan with ticks, the conversations, and undo", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  page.setDefaultTimeout(60_000);
  const take = camera(page);
  const begin = async (path: string) => {
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("move in");
    await page.getByRole("option", { name: "Move in from another program" }).click();
    const dialog = page.getByRole("dialog", { name: "Move in from another program" });
    await dialog.getByRole("textbox", { name: "Export, file or folder" }).fill(path);
    await take("import-choose");
    await dialog.getByRole("button", { name: "Look at it" }).click();
    return dialog;
  };
  const dialog = await begin(join(samples, "chatgpt/export.zip"));
  await expect(dialog.getByText("export.zip, from ChatGPT")).toBeVisible();
  const talks = dialog.getByRole("list", { name: "List of Conversations" });
  await expect(talks.getByRole("checkbox", { name: /Rye starter feeding plan/ })).toBeChecked();
  // What changes how the agent behaves is offered, and not ticked.
  await expect(dialog.getByRole("checkbox", { name: /Answer in metric units/ })).not.toBeChecked();
  await talks.getByRole("checkbox", { name: /Tomato bed/ }).uncheck();
  await expect(dialog.getByText(/^Every message would have/)).toBeVisible();
  await take("import-plan");
  await dialog.getByRole("button", { name: "Import 5 things" }).click();
  await expect(dialog.getByText("2 new conversations")).toBeVisible();
  await take("import-report");
  const memory = () => readFile(join(served.folder, "workspace/MEMORY.md"), "utf8");
  expect(await memory()).toContain("Is allergic to hazelnuts. _(outside)_");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText(/^Undone: 2 conversations in the trash/)).toBeVisible();
  expect(await memory()).not.toContain("hazelnuts");
  await dialog.getByRole("button", { name: "Close" }).click();

  const again = await begin(join(samples, "chatgpt/export.zip"));
  await again.getByRole("button", { name: /^Import/ }).click();
  await expect(again.getByText("3 new conversations")).toBeVisible();
  await again.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("button", { name: /Conversations/ })
    .first()
    .click();
  await expect(page.getByText("Tomato bed for plot 14").first()).toBeVisible();
  await take("import-conversations");
});

test("moving in: a source that is not known says so, and nothing is written", async ({ app }) => {
  const { page } = app;
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill("move in");
  await page.getByRole("option", { name: "Move in from another program" }).click();
  const dialog = page.getByRole("dialog", { name: "Move in from another program" });
  await dialog
    .getByRole("textbox", { name: "Export, file or folder" })
    .fill(join(samples, "chatgpt/expect.json"));
  await dialog.getByRole("button", { name: "Look at it" }).click();
  await expect(dialog.getByRole("alert")).toContainText("does not know what expect.json is");
  // What is in the home folder of this computer is not known here; it is one of the two.
  await dialog.getByRole("button", { name: "Look for other programs on this computer" }).click();
  const found = dialog.getByRole("list", { name: "Programs on this computer" });
  await expect(found.or(dialog.getByText("No folder of a program that Satchel knows"))).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeHidden();
  await dialog
    .getByRole("textbox", { name: "Pasted memories" })
    .fill("- Likes sourdough\n- Lives near the river");
  await dialog.getByRole("button", { name: "Look at it" }).click();
  await expect(dialog.getByRole("checkbox", { name: /Likes sourdough/ })).toBeChecked();
});
