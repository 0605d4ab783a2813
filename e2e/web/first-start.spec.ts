import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import { STORY, writeSmallModel } from "../model-file/small-model.ts";
import { scripts } from "../wire-server/script.ts";
import { startWireServer, type WireServer } from "../wire-server/start-wire-server.ts";
import { connectCore } from "./call-core.ts";
import { AppPage } from "./pages/app-page.ts";
import { problems } from "./problems.ts";
import { serve, type Served } from "./serve.ts";

/** The first start: nothing was ever opened. */
const test = base.extend<{ served: Served; wire: WireServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  served: async ({}, use) => {
    const served = await serve({ project: false });
    await use(served);
    await served.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above.
  wire: async ({}, use) => {
    const wire = await startWireServer(scripts.normal, { models: ["tiny", "small"] });
    await use(wire);
    await wire.close();
  },
});

test("three steps lead from nothing to the sample, a model and its budget", async ({
  page,
  served,
  wire,
}) => {
  const app = new AppPage(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(served.url);
  await expect(page.getByRole("heading", { name: "Where are your files?" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
  await page.getByText("An online service").click();
  await page.getByRole("combobox", { name: "Kind" }).selectOption("openai-compatible");
  await page.getByRole("textbox", { name: "Address" }).fill(`${wire.origin}/v1`);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("combobox", { name: "Model" })).toContainText("small");
  expect.soft(await problems(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Model" }).selectOption("small");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: "Juno is ready" })).toBeVisible();
  await expect(page.getByText(/files are sent whole/)).toBeVisible();
  const map = page.getByRole("group", { name: "Every part of the prompt by size" });
  await expect(map.getByRole("button", { name: /RECIPES\.md/ })).toBeVisible();
  await page.getByRole("button", { name: "Say hello to Juno" }).click();
  await expect(app.status.getByRole("button", { name: "Model: small" })).toBeVisible();
  await app.chat.say("Good morning?");
  await expect(app.chat.answers).toContainText("Good morning.");
  await page.reload();
  await expect(app.files.tree).toBeVisible();
});

test("the map of the last step explains its tiles, and the agent offers questions to begin with", async ({
  page,
  served,
}) => {
  const app = new AppPage(page);
  // The smallest window that is supported.
  await page.setViewportSize({ width: 900, height: 600 });
  await page.goto(served.url);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  const map = page.getByRole("group", { name: "Every part of the prompt by size" });
  const tile = map.getByRole("button", { name: /RECIPES\.md/ });
  await tile.hover();
  await expect(map.getByRole("group", { name: "RECIPES.md" })).toContainText(
    "Juno sees 1,500 of 2,240 tokens",
  );
  // The note is on the part that is not sent.
  const [note, box] = [await tile.getByText("Not sent").boundingBox(), await tile.boundingBox()];
  expect(note!.y).toBeGreaterThan(box!.y + (box!.height * 1500) / 2240);
  await page.mouse.move(0, 0);
  await page.getByRole("button", { name: "Say hello to Juno" }).click();
  await expect(app.chat.message).toBeFocused();
  await app.chat.message.blur();
  await page
    .getByRole("list", { name: "Questions to begin with" })
    .getByText(/^When does Fenwick/)
    .click();
  await expect(app.chat.message).toHaveValue("When does Fenwick Mill deliver, and until when can I order?");
  await expect(app.chat.message).toBeFocused();
  await app.chat.message.press("Enter");
  await expect(app.chat.answers).toContainText("Tuesdays and Fridays");
  await expect(page.getByRole("list", { name: "Questions to begin with" })).toBeHidden();
});

test("a model file of one's own answers from the first start on", async ({ page, served }) => {
  test.setTimeout(240_000);
  const path = join(mkdtempSync(join(tmpdir(), "satchel-models-")), "fox.gguf");
  writeSmallModel(path, { name: "Fox stories" });
  const app = new AppPage(page);
  const { client, close } = connectCore(served.url);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(served.url);
  await page.getByRole("button", { name: "Continue" }).click();
  await client.call("settings.set", { user: { engine: { threads: 1 } } });
  await page.getByText("A model file").click();
  const field = page.getByRole("combobox", { name: "Path of the model file" });
  await field.fill(`${path}.txt`);
  await page.getByRole("button", { name: "Use it" }).click();
  await expect(page.getByRole("alert")).toContainText("is not there any more");
  await field.fill(path);
  await page.getByRole("button", { name: "Use it" }).click();
  await expect(page.getByRole("radio", { name: /Fox stories.*needs .* of memory/ })).toBeChecked();
  expect.soft(await problems(page)).toEqual([]);
  await page.screenshot({ path: "e2e/.artifacts/screens/first-start-file.png" });
  await page.setViewportSize({ width: 900, height: 600 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.screenshot({ path: "e2e/.artifacts/screens/first-start-file-900x600-dark.png" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Juno is ready" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Say hello to Juno" }).click();
  await app.chat.say("Tell me a story.");
  await expect(app.chat.answers).toContainText(STORY.join(""), { timeout: 120_000 });
  close();
});

test("skipping the setup opens the sample, which Built-in answers for", async ({ page, served }) => {
  const app = new AppPage(page);
  await page.goto(served.url);
  await page.getByRole("button", { name: "Set up later" }).click();
  await expect(app.files.tree).toBeVisible();
  await app.chat.say("When do we open?");
  await expect(app.chat.answers).toContainText("I am not a language model");
});

test("the last step opens the tour of the budget", async ({ page, served }) => {
  await page.goto(served.url);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Take the tour" }).click();
  await expect(page.getByRole("dialog", { name: "Tour of the budget" })).toBeVisible();
});
