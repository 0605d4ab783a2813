import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

test("a change by another program shows at once where nothing is unsaved", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("Monday");
  await served.write("workspace/HOURS.md", "# Hours\n\nOpen all night.\n");
  await expect(app.editor.lines).toContainText("Open all night.");
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeHidden();
});

test("a file changed in two places is shown side by side, and mine can be kept", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await app.editor.append("\nMine.");
  await served.write("workspace/HOURS.md", "# Hours\n\nTheirs.\n");
  await expect(app.editor.conflict).toBeVisible();
  await app.editor.conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(app.toast("Your version of HOURS.md is saved")).toBeVisible();
  const text = await served.read("workspace/HOURS.md");
  expect(text).toContain("Mine.");
  expect(text).not.toContain("Theirs.");
});

test("a file changed in two places can be taken from the disk", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await app.editor.append("\nMine.");
  await served.write("workspace/HOURS.md", "# Hours\n\nTheirs.\n");
  await app.editor.conflict.getByRole("button", { name: "Take the disk’s" }).click();
  await expect(app.editor.lines).toContainText("Theirs.");
  await expect(app.editor.lines).not.toContainText("Mine.");
  expect(await served.read("workspace/HOURS.md")).toBe("# Hours\n\nTheirs.\n");
});

test("a file changed in two places is merged, and what clashes is decided by the person", async ({
  app,
  served,
}) => {
  const before = await served.read("workspace/HOURS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nMine.");
  await served.write("workspace/HOURS.md", `Theirs.\n\n${before}`);
  await app.editor.conflict.getByRole("button", { name: "Merge both" }).click();
  await expect(app.editor.conflict).toContainText("Nothing clashes");
  await app.editor.conflict.getByRole("button", { name: "Save the right side" }).click();
  await expect(app.toast("HOURS.md is saved with both")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(`Theirs.\n\n${before}\nMine.`);

  await app.editor.append("\nI say noon.");
  await served.write("workspace/HOURS.md", `Theirs.\n\n${before}\nMine.\nThey say four.`);
  await app.editor.conflict.getByRole("button", { name: "Merge both" }).click();
  await expect(app.editor.conflict).toContainText("1 place to decide");
  const save = app.editor.conflict.getByRole("button", { name: "Save the right side" });
  await expect(save).toBeDisabled();
  expect(await problems(app.page)).toEqual([]);
  await app.page.locator(".conflict .modified .view-lines").click();
  await app.page.keyboard.press("ControlOrMeta+a");
  await app.page.keyboard.type("# Hours");
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.type("Noon or four.");
  await save.click();
  await expect.poll(() => served.read("workspace/HOURS.md")).toBe("# Hours\nNoon or four.");
});

test("open tabs and unsaved text are there again after the window was closed", async ({ app, served }) => {
  await app.files.open("AGENTS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nNot saved yet.");
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await expect
    .poll(() => app.page.evaluate(() => JSON.stringify(localStorage).includes("Not saved yet.")))
    .toBe(true);
  await app.page.reload();
  await expect(app.editor.tab("AGENTS.md")).toBeVisible();
  await expect(app.editor.tab("HOURS.md, unsaved")).toHaveAttribute("aria-selected", "true");
  await expect(app.editor.lines).toContainText("Not saved yet.");
  expect(await served.read("workspace/HOURS.md")).not.toContain("Not saved yet.");
});

test("a tab closed by mistake comes back with its unsaved text", async ({ app }) => {
  await app.files.open("HOURS.md");
  await app.editor.append("\nNearly lost.");
  await app.page.getByTitle("Close HOURS.md").click();
  await app.toast("HOURS.md was closed without saving").getByRole("button", { name: "Undo" }).click();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await expect(app.editor.lines).toContainText("Nearly lost.");
});

test("a file that vanished under its tab can be written again", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("Monday");
  await rm(join(served.folder, "workspace/HOURS.md"));
  await app.page.getByRole("button", { name: "Write it again" }).click();
  await expect(app.files.row("HOURS.md")).toBeVisible();
  await expect.poll(() => served.read("workspace/HOURS.md").catch(() => "")).toContain("Monday");
});

test("the status line counts the file while it is written", async ({ app }) => {
  await app.files.open("HOURS.md");
  await expect(app.status).toContainText(/\d+ tokens, exact/);
  const before = await app.status.getByText(/tokens, exact/).textContent();
  await app.editor.append("\nThe quick brown fox jumps over the lazy dog.");
  await expect(app.status.getByText(/tokens, exact/)).not.toHaveText(before ?? "");
});

test("a file reads as a page, without its front matter", async ({ app }) => {
  await app.files.open("RECIPES.md");
  await app.page.getByRole("radio", { name: "Read" }).click();
  await expect(app.page.getByRole("heading", { name: "Harbor sourdough" })).toBeVisible();
  await expect(app.page.getByText("<!--")).toBeHidden();
});

test("a large file opens read only", async ({ app, served }) => {
  await served.write("workspace/ARCHIVE.md", "One line of many.\n".repeat(320_000));
  await app.files.open("ARCHIVE.md");
  await expect(app.page.getByText("read only", { exact: true })).toBeVisible();
  await expect(app.page.getByRole("note")).toContainText("Files over 5 MB open read-only");
  await expect(app.editor.lines).toContainText("One line of many.");
});

test("the place where the prompt cuts a file is marked in its text", async ({ app, served }) => {
  const lines = Array.from(
    { length: 4000 },
    (_, index) => `Line ${index + 1} of a list that is far too long.`,
  );
  await served.write("workspace/LEDGER.md", `<!-- priority: 1 -->\n${lines.join("\n")}\n`);
  await served.write(
    "agents.yaml",
    (await served.read("agents.yaml")).replace(/maxContextTokens: \d+/g, "maxContextTokens: 128000"),
  );
  await app.files.open("LEDGER.md");
  await expect(app.files.row("LEDGER.md")).toContainText(/1\.5 of \d+/);
  await app.page.getByRole("button", { name: /cut by \d+ %/ }).click();
  await expect(app.page.getByText("Juno reads up to here")).toBeVisible();
  await app.page.screenshot({ path: "e2e/.artifacts/screens/cut.png" });
});
