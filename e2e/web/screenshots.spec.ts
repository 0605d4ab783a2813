import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { connectCore } from "./call-core.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { AppPage } from "./pages/app-page.ts";
import { serve } from "./serve.ts";

const answer = [
  "One baking day less takes about a sixth off the strong white, so the order is two sacks smaller:",
  "- Strong white, 25 kg: **10 sacks**\n- Wholemeal, 25 kg: **2 sacks**\n- Rye, 12.5 kg: **1 sack**",
  "Fenwick takes orders until Friday noon.",
].join("\n\n");

/** Screenshots to compare with the designs; other tests assert what they show. */
talkTest("pictures of work, and axe finds nothing in them", async ({ app, served, wire }) => {
  test.setTimeout(MANY_PICTURES_MS);
  wire.play([{ kind: "text", chunks: [answer], usage: { input: 6400, output: 90 } }]);
  const { page, chat, editor, files } = app;
  const take = camera(page);
  // Files are estimated for this model, and an estimate is high: a little more room keeps RECIPES.md in, cut.
  const { client, close } = connectCore(served.url);
  const { profiles } = await client.call("profiles.list", {});
  const counter = profiles.find(({ id }) => id === "bakery-counter");
  await client.call("profiles.save", { profile: { ...counter, total: 4700 } });
  close();

  await take("start");
  await files.row("knowledge").click();
  await files.row("memory").click();
  await files.open("AGENTS.md");
  await files.open("RECIPES.md");
  await expect(editor.lines).toContainText("levain");
  await expect(app.status).toContainText("tokens");
  await chat.message.fill(
    "We close on Thursday for the oven service. Draft Monday’s order for Fenwick Mill.",
  );
  await take("work");
  await take("cut", {
    prepare: async () => {
      await page.getByRole("button", { name: /cut by \d+ %/ }).click();
      await expect(page.getByText("Juno reads up to here")).toBeInViewport();
    },
  });
  await chat.message.press("Enter");
  await expect(chat.answers).toContainText("two sacks");
  await page.getByRole("radio", { name: "Read" }).click();
  await expect(page.getByRole("heading", { name: "Harbor sourdough" })).toBeVisible();
  await take("read");
  await page.getByRole("radio", { name: "Write" }).click();
  await files.row("SEASONAL.md").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await take("menu", { menu: true });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await chat.pane.getByRole("button", { name: "Model: tiny" }).click();
  await expect(page.getByRole("option", { name: /tiny/ })).toBeVisible();
  await take("model-menu", { menu: true });
  await page.keyboard.press("Escape");
  await app.openPalette();
  await page.keyboard.type("price");
  await expect(page.getByRole("option", { name: /Curated|Daily notes/ }).first()).toBeVisible();
  await take("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter the files" }).click();
  await page.getByRole("searchbox", { name: "Filter the files" }).fill("zucchini");
  // The button's tooltip is outside of every landmark, and covers the text; so may be what the editor shows
  // about the word below the pointer.
  await page.mouse.move(0, 0);
  await expect(page.getByText("No file matches “zucchini”")).toBeVisible();
  await take("filter-nothing");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Shift+f");
  await page.getByRole("searchbox", { name: "Text to find" }).fill("levain");
  await expect(page.getByRole("list", { name: "Places" })).toBeVisible();
  await take("find");
  await page.keyboard.press("Escape");
  // Both were open before the search replaced the tree.
  await expect(files.row("oven-manual.md")).toBeVisible();

  await files.open("PRICES.md");
  await expect(editor.lines).toContainText("Prices");
  await rm(join(served.folder, "workspace/PRICES.md"));
  await expect(page.getByText("PRICES.md is no longer on disk.")).toBeVisible();
  await take("file-gone");

  await files.open("HOURS.md");
  await editor.append("\n- Closed on Thursday for the oven service.");
  const hours = await served.read("workspace/HOURS.md");
  await served.write("workspace/HOURS.md", hours.replace("Monday", "Every Monday"));
  await expect(editor.conflict).toBeVisible();
  await take("conflict");
  await editor.conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(app.toast("is saved")).toBeVisible();
  // A hovered notice stays.
  await take("toast", { axe: false, prepare: () => app.toast("is saved").hover() });
});

talkTest("pictures of the views, and axe finds nothing in them", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = camera(page);
  const open = async (view: string) => {
    await app.view(view).click();
    await expect(page.getByRole("heading", { name: view, level: 1 })).toBeVisible();
    // The button's tooltip would cover a part of the view.
    await page.mouse.move(0, 0);
  };

  await served.write(
    "workspace/HOURS.md",
    (await served.read("workspace/HOURS.md")).replace("Monday", "Every Monday"),
  );
  await open("Budget");
  await expect(page.getByRole("meter", { name: "The model’s window, to scale" })).toBeVisible();
  await take("budget");
  await page.getByRole("button", { name: "Skip the tour" }).click();
  await open("Memory");
  await take("memory");
  await open("Agents");
  await expect(page.getByRole("form", { name: "Juno" })).toBeVisible();
  await page.getByRole("form", { name: "Juno" }).getByRole("textbox", { name: "Window" }).fill("many");
  await take("agents");
  await page.getByRole("button", { name: /^Layered/ }).click();
  await expect(page.getByText("ships with Satchel and cannot be changed")).toBeVisible();
  await take("profiles");
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("form", { name: "Layered, mine" })).toBeVisible();
  await take("profile-copy");
  await page.getByRole("button", { name: "New agent" }).click();
  await expect(page.getByRole("form", { name: "New agent" })).toBeVisible();
  await take("new-agent");
  await open("History");
  await page.getByRole("radio", { name: "Kept states" }).click();
  await page.getByRole("button", { name: "Keep this state" }).click();
  await expect(page.getByTestId("diff").locator(".line-insert").first()).toBeVisible();
  await take("history");
  await open("Settings");
  await take("settings");
  await page.getByRole("button", { name: "Models", exact: true }).click();
  await page.getByRole("button", { name: "Show models" }).click();
  await expect(page.getByRole("textbox", { name: /^Own window of/ }).first()).toBeVisible();
  await take("providers");
  await page.getByRole("button", { name: "Add a model server" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("localhost:11434");
  await take("provider-form");
  await served.stop();
  await expect(page.getByText(/connection to Satchel’s engine is lost|engine does not answer/)).toBeVisible();
  await take("lost");
});

test("pictures of the first start, of an empty project and of none, and axe finds nothing in them", async ({
  page,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const take = camera(page);
  const app = new AppPage(page);
  const served = await serve({ project: false });
  try {
    await page.goto(served.url);
    await expect(page.getByRole("heading", { name: "Where are your files?" })).toBeVisible();
    await take("first-1");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
    await page.getByText("A first model of your own").click();
    await take("first-2");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/files are sent whole/)).toBeVisible();
    await take("first-3");
    await page.getByRole("button", { name: "Say hello to Juno" }).click();
    await expect(app.files.tree).toBeVisible();

    const empty = join(served.data, "Empty");
    await mkdir(empty);
    await page.getByRole("button", { name: /^Project:/ }).click();
    await page.getByRole("menuitem", { name: "Open another folder" }).click();
    const dialog = page.getByRole("dialog", { name: "Open a folder" });
    await dialog.getByRole("textbox", { name: "Folder" }).fill(empty);
    await take("open-folder");
    await dialog.getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByRole("button", { name: "Project: Empty" })).toBeVisible();
    await take("empty-work");
    for (const view of ["Budget", "Memory", "Agents", "History"]) {
      await app.view(view).click();
      await expect(page.getByRole("heading", { name: view, level: 1 })).toBeVisible();
      await take(`empty-${view.toLowerCase()}`);
    }
    await page.getByRole("button", { name: "Project: Empty" }).click();
    await expect(page.getByRole("menuitem", { name: "Harbor Bakery" })).toBeVisible();
    await take("project-menu", { menu: true });
    await page.keyboard.press("Escape");

    const { client, close } = connectCore(served.url);
    await client.call("project.close", {});
    close();
    await expect(page.getByRole("heading", { name: "Where are your files?" })).toBeVisible();
    await take("no-project");
  } finally {
    await served.close();
  }
});
