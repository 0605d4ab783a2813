import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

test("the shell opens with the project's real files and their token counts", async ({ app }) => {
  await expect(app.page.getByRole("button", { name: "Project: Harbor Bakery" })).toBeVisible();
  await expect(app.files.row("SOUL.md")).toBeVisible();
  await expect(app.files.row("RECIPES.md")).toContainText(/\d/);
});

test("the tree shows what the next prompt does with each file", async ({ app }) => {
  const glyph = (name: string, status: string) => app.files.row(name).getByRole("img", { name: status });
  await expect(glyph("SOUL.md", "sent")).toBeVisible();
  await expect(glyph("RECIPES.md", "cut")).toBeVisible();
  await expect(app.files.row("RECIPES.md")).toContainText(/[\d.]+ of [\d.]+k?/);
  await expect(glyph("STAFF.md", "left out")).toBeVisible();
});

test("special files and folders have the icons of their roles", async ({ app }) => {
  const icons = {
    "SOUL.md": "shield",
    "agents.yaml": "file-cog",
    "AGENTS.md": "scroll-text",
    "USER.md": "user",
    "IDENTITY.md": "id-card",
    "MEMORY.md": "bookmark",
    "DREAMS.md": "moon",
    knowledge: "library",
    skills: "graduation-cap",
    "HOURS.md": "file-text",
  };
  for (const [name, icon] of Object.entries(icons))
    await expect(app.files.row(name).locator(`svg.lucide-${icon}`)).toBeVisible();
});

test("a click opens a file, and an edit that is saved is on disk", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("Monday");
  await app.editor.append("\nClosed on the day of the oven service.");
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await app.editor.save();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeHidden();
  expect(await served.read("workspace/HOURS.md")).toContain("Closed on the day of the oven service.");
});

test("a file that another program creates or removes appears and disappears in the tree", async ({
  app,
  served,
}) => {
  const path = join(served.folder, "workspace", "VISITORS.md");
  await writeFile(path, "# Visitors\n");
  await expect(app.files.row("VISITORS.md")).toBeVisible();
  await rm(path);
  await expect(app.files.row("VISITORS.md")).toBeHidden();
});

test("a rename changes the file, and its open tab follows", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await app.files.menu("HOURS.md", "Rename");
  await app.files.nameField.fill("OPENING.md");
  await app.files.nameField.press("Enter");
  await expect(app.files.row("OPENING.md")).toBeVisible();
  await expect(app.editor.tab("OPENING.md")).toBeVisible();
  expect(await served.read("workspace/OPENING.md")).toContain("Monday");
  await app.toast("OPENING.md").getByRole("button", { name: "Undo" }).click();
  await expect(app.files.row("HOURS.md")).toBeVisible();
  await expect(app.editor.tab("HOURS.md")).toBeVisible();
});

test("the context menu of a file opens with the keyboard", async ({ app }) => {
  await app.files.row("knowledge").click();
  await app.page.keyboard.press("ArrowUp");
  await app.page.keyboard.press("Shift+F10");
  // The menu accepts letters once it has the focus, on itself or on its first item.
  await expect(app.page.locator("[role=menu]:focus, [role=menu] :focus")).toBeVisible();
  await app.page.keyboard.type("Rename");
  await expect(app.page.getByRole("menuitem", { name: /^Rename/ })).toBeFocused();
  await app.page.keyboard.press("Enter");
  await expect(app.files.nameField).toHaveValue("WHOLESALE.md");
});

test("a deleted file is restored with undo", async ({ app, served }) => {
  const before = await served.read("workspace/STAFF.md");
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.files.row("STAFF.md")).toBeHidden();
  await expect(served.read("workspace/STAFF.md")).rejects.toThrow();
  await app.toast("STAFF.md is deleted").getByRole("button", { name: "Undo" }).click();
  await expect(app.files.row("STAFF.md")).toBeVisible();
  expect(await served.read("workspace/STAFF.md")).toBe(before);
});

test("a new file takes a name that can be used, opens, and is undone and made again by keys", async ({
  app,
  served,
}) => {
  await app.files.menu("workspace", "New file");
  for (const [name, reason] of [
    ["a:b.md", "A name cannot have : in it."],
    ["a/b.md", "A name cannot have / in it."],
    ["nul.md", "NUL is the name of a device on Windows."],
    ["HOURS.md", "There is already something with this name."],
  ] as const) {
    await app.files.nameField.fill(name);
    await expect(app.files.tree.getByText(reason)).toBeVisible();
    await app.files.nameField.press("Enter");
    await expect(app.files.nameField).toHaveValue(name);
  }
  expect(await problems(app.page)).toEqual([]);
  await app.page.screenshot({ path: "e2e/.artifacts/screens/files-name-refused.png" });
  await app.files.nameField.fill("TRAINING.md");
  await app.files.nameField.press("Enter");
  await expect(app.files.row("TRAINING.md")).toBeVisible();
  await expect(app.toast("Created TRAINING.md")).toBeVisible();
  await expect(app.editor.tab("TRAINING.md")).toBeVisible();
  await expect(app.files.row("TRAINING.md").getByText("left out")).toHaveCount(0);
  expect(await served.read("workspace/TRAINING.md")).toBe("");

  // The last thing done in the tree, then the one before it; and again.
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.toast("STAFF.md is deleted")).toBeVisible();
  await app.files.row("HOURS.md").click();
  await app.page.keyboard.press("ControlOrMeta+z");
  await expect(app.toast("Undid: Deleted STAFF.md")).toBeVisible();
  await expect(app.files.row("STAFF.md")).toBeVisible();
  await app.page.keyboard.press("ControlOrMeta+z");
  await expect(app.toast("Undid: Created untitled.md")).toBeVisible();
  await expect(app.files.row("TRAINING.md")).toBeHidden();
  await expect(app.files.row("untitled.md")).toBeHidden();
  await app.page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(app.toast("Redid: Created untitled.md")).toBeVisible();
  await expect(app.files.row("TRAINING.md")).toBeVisible();

  // What leaves the prompt is said, and a deleted file closes its tab.
  await app.files.open("HOURS.md");
  await app.files.menu("HOURS.md", "Rename");
  await app.files.nameField.fill("HOURS.txt");
  await app.files.nameField.press("Enter");
  await expect(app.toast("Juno no longer reads HOURS.txt")).toBeVisible();
  await app.files.menu("HOURS.txt", "Delete");
  await expect(app.editor.tab("HOURS.txt")).toBeHidden();
});

test("a folder is created, closed, opened and deleted with the keyboard, and restored completely", async ({
  app,
  served,
}) => {
  await app.files.menu("workspace", "New folder");
  await app.files.nameField.fill("training");
  await app.files.nameField.press("Enter");
  await expect(app.files.row("training")).toBeVisible();
  await served.write("workspace/training/FIRST.md", "# First day\n");
  await app.files.row("training").click();
  await expect(app.files.row("FIRST.md")).toBeVisible();
  await app.page.keyboard.press("ArrowLeft");
  await expect(app.files.row("FIRST.md")).toBeHidden();
  await app.page.keyboard.press("ArrowRight");
  await expect(app.files.row("FIRST.md")).toBeVisible();
  await app.page.keyboard.press("Delete");
  await expect(app.files.row("training")).toBeHidden();
  await app.toast("training is deleted").getByRole("button", { name: "Undo" }).click();
  await expect(app.files.row("training")).toBeVisible();
  expect(await served.read("workspace/training/FIRST.md")).toBe("# First day\n");
});

test("an open file dragged onto a folder moves there, and the tree shows it", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await app.files.drag("HOURS.md", "knowledge");
  await expect(app.toast("HOURS.md is now in workspace/knowledge")).toBeVisible();
  expect(await served.read("workspace/knowledge/HOURS.md")).toContain("Monday");
  await expect(app.files.row("HOURS.md")).toHaveAttribute("aria-selected", "true");
  await expect(app.files.row("oven-manual.md")).toBeVisible();
});

test("the filter finds a file in a folder that was never opened", async ({ app }) => {
  await app.page.getByRole("button", { name: "Filter the files" }).click();
  await app.page.getByRole("searchbox", { name: "Filter the files" }).fill("oven");
  await expect(app.files.row("oven-manual.md")).toBeVisible();
  await expect(app.files.row("HOURS.md")).toBeHidden();
  // A folder that matches is shown with what is in it.
  await app.page.getByRole("searchbox", { name: "Filter the files" }).fill("knowledge");
  await expect(app.files.row("oven-manual.md")).toBeVisible();
});

test("a workspace without its first file is offered a template, and existing files stay unchanged", async ({
  app,
  served,
}) => {
  const user = await served.read("workspace/USER.md");
  await rm(join(served.folder, "workspace/AGENTS.md"));
  const offer = app.page.getByRole("group", { name: "No AGENTS.md here" });
  await expect(offer).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await offer.getByRole("button", { name: "Add them" }).click();
  await expect(app.toast("The first files were added")).toBeVisible();
  await expect(app.files.row("AGENTS.md")).toBeVisible();
  await expect(offer).toBeHidden();
  expect(await served.read("workspace/AGENTS.md")).toContain("# How to work");
  expect(await served.read("workspace/USER.md")).toBe(user);
});
