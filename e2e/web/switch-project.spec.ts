import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";

/** Words that only the first project has. */
const OF_THE_FIRST = /Juno|RECIPES|SEASONAL|Harbor Bakery|sourdough|Marta/i;

const makeSecond = async (folder: string) => {
  const files = {
    "agents.yaml": "agents:\n  - id: nova\n    displayName: Nova\n    workspace: workspace\n",
    "SOUL.md": "# Soul\n\nBe exact about stars.\n",
    "workspace/AGENTS.md": "# Observatory\n\nNova answers questions about the telescope.\n",
    "workspace/TELESCOPE.md": "# Telescope\n\nThe mirror is cleaned each spring.\n",
    "workspace/MEMORY.md": "# Memory\n\n- The dome opens to the west.\n",
    "workspace/memory/2026-11-01.md": "- The comet was seen at dusk.\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

const VIEWS = ["Files", "Budget", "Memory", "Agents", "History", "X-ray", "Inbox", "Settings"] as const;

/** What each view says of the second project; a view that has nothing of it says nothing of the first. */
const OF_THE_SECOND: Partial<Record<(typeof VIEWS)[number], string>> = {
  Files: "TELESCOPE.md",
  Budget: "TELESCOPE.md",
  Memory: "The dome opens to the west.",
  Agents: "Nova",
  "X-ray": "AGENTS.md",
};

test("switching the project switches every view, the conversation and the palette, there and back", async ({
  app,
  served,
}) => {
  test.slow();
  const { page } = app;
  const second = join(served.folder, "..", "Observatory");
  await makeSecond(second);

  // Every view is filled with the first project, and something is selected in it.
  for (const view of VIEWS) {
    await app.view(view).click();
    if (view === "Budget") await page.getByRole("button", { name: "Skip the tour" }).click();
    if (view === "Memory") await app.memory.row(/./).first().locator("[data-memory-row]").click();
  }
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  await name.fill("The first bakery");
  await name.press("Tab");
  await app.view("Files").click();
  await app.files.open("RECIPES.md");
  await app.chat.say("How is sourdough made?");
  await expect(app.chat.answers).toHaveCount(1);
  await app.view("Memory").click();
  await app.memory.find("sourdough");

  await page.getByRole("button", { name: /^Project: / }).click();
  await page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(second);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Trust this folder" }).click();
  await expect(page.getByRole("button", { name: "Project: Observatory" })).toBeVisible();

  for (const view of VIEWS) {
    await test.step(view, async () => {
      await app.view(view).click();
      const main = page.getByRole("main");
      const wanted = OF_THE_SECOND[view];
      if (view === "Settings") {
        await expect(main.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
      } else if (view === "Files") {
        await expect(app.files.row("TELESCOPE.md")).toBeVisible();
      } else if (wanted) {
        await expect(main.getByText(wanted).filter({ visible: true }).first()).toBeVisible();
      }
      await expect(main).not.toContainText(OF_THE_FIRST);
    });
  }
  await app.view("Files").click();
  await expect(app.editor.tab("RECIPES.md")).toBeHidden();
  await expect(app.chat.answers).toHaveCount(0);
  await expect(app.status).not.toContainText(OF_THE_FIRST);
  await app.openPalette();
  await page.keyboard.type("RECIPES");
  await expect(page.getByRole("option", { name: /RECIPES\.md/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Project: Observatory" }).click();
  await page.getByRole("menuitem", { name: /bakery/i }).click();
  await page.getByRole("button", { name: "Trust this folder" }).click();
  await expect(app.files.row("RECIPES.md")).toBeVisible();
  await app.view("Memory").click();
  await expect(page.getByRole("main")).not.toContainText("The dome opens to the west.");
  await app.view("Budget").click();
  await expect(
    page.getByRole("main").getByText("RECIPES.md").filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("TELESCOPE.md");
});
