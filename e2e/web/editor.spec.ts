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

test("a file changed in two places is shown side by side, and the user's version can be kept", async ({
  app,
  served,
}) => {
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

test("a file changed in two places is merged, and the user resolves the conflicts", async ({
  app,
  served,
}) => {
  const before = await served.read("workspace/HOURS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nMine.");
  await served.write("workspace/HOURS.md", `Theirs.\n\n${before}`);
  await app.editor.conflict.getByRole("button", { name: "Merge both" }).click();
  await expect(app.editor.conflict).toContainText("There are no conflicts");
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
  await app.page.locator(".modified .view-lines").click();
  await app.page.keyboard.press("ControlOrMeta+a");
  await app.page.keyboard.type("# Hours");
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.type("Noon or four.");
  await save.click();
  await expect.poll(() => served.read("workspace/HOURS.md")).toBe("# Hours\nNoon or four.");
});

test("open tabs and unsaved text are restored after the window was closed", async ({ app, served }) => {
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

test("a tab closed by mistake is restored with its unsaved text", async ({ app }) => {
  await app.files.open("HOURS.md");
  await app.editor.append("\nNearly lost.");
  await app.page.getByTitle("Close HOURS.md").click();
  await app.toast("HOURS.md was closed without saving").getByRole("button", { name: "Undo" }).click();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await expect(app.editor.lines).toContainText("Nearly lost.");
});

test("a file that was removed while open can be written again", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("Monday");
  await rm(join(served.folder, "workspace/HOURS.md"));
  await app.page.getByRole("button", { name: "Write it again" }).click();
  await expect(app.files.row("HOURS.md")).toBeVisible();
  await expect.poll(() => served.read("workspace/HOURS.md").catch(() => "")).toContain("Monday");
});

test("the status line counts the file while it is written", async ({ app }) => {
  await app.files.open("HOURS.md");
  await expect(app.status).toContainText(/[\d,]+ tokens/);
  const before = await app.status.getByText(/^[\d,]+ tokens$/).textContent();
  await app.editor.append("\nThe quick brown fox jumps over the lazy dog.");
  await expect(app.status.getByText(/^[\d,]+ tokens$/)).not.toHaveText(before ?? "");
});

test("the status line counts what is selected", async ({ app, served }) => {
  await served.write("workspace/HOURS.md", "# Hours\n\nOpen from seven until the bread is gone.\n");
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("until the bread is gone");
  const whole = app.status.getByText(/^[\d,]+ tokens$/);
  await expect(whole).toBeVisible();
  await app.editor.lines.click();
  await app.page.keyboard.press("ControlOrMeta+a");
  const tokens = /^[\d,]+/.exec((await whole.textContent()) ?? "")?.[0];
  await expect(app.status.getByText(`${tokens} tokens selected`, { exact: true })).toBeVisible();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await expect(app.status.getByText(/selected/)).toBeHidden();
  await app.page.keyboard.press("Shift+End");
  await expect(app.status.getByText(/^\d tokens selected$/)).toBeVisible();

  // What belongs to a file is said where files are.
  await app.view("Budget").click();
  await expect(app.status.getByText(/^~?[\d,]+ of [\d,]+$/)).toBeVisible();
  await expect(app.status.getByText(/tokens/)).toBeHidden();
});

test("front matter is explained on hover", async ({ app, served }) => {
  await served.write(
    "workspace/HOURS.md",
    "<!-- priority: 10 -->\n<!-- tags: counter -->\n\n# Hours\n\nA matter of priority.\n",
  );
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("A matter of priority.");
  await app.editor.line("<!-- priority: 10 -->").hover({ position: { x: 60, y: 10 } });
  await expect(app.editor.hover).toContainText("Place among the files");
  await expect(app.editor.hover).toContainText("A whole number, 0 comes first.");
  await app.editor.line("<!-- tags: counter -->").hover({ position: { x: 60, y: 10 } });
  await expect(app.editor.hover).toContainText("Separated by commas.");
  await app.editor.line("A matter of priority.").hover({ position: { x: 100, y: 10 } });
  await expect(app.editor.hover).toBeHidden();
});

test("a file is shown as a page, without its front matter", async ({ app }) => {
  await app.files.open("RECIPES.md");
  await app.page.getByRole("radio", { name: "Read" }).click();
  await expect(app.page.getByRole("heading", { name: "Harbor sourdough" })).toBeVisible();
  await expect(app.page.getByText("<!--")).toBeHidden();
});

test("a page has links to other files, and draws a long file while scrolling", async ({ app, served }) => {
  await served.write(
    "workspace/HOURS.md",
    "# Hours\n\nSee **[the oven](knowledge/oven-manual.md)** and ![a picture](https://example.invalid/a.png).\n",
  );
  await app.files.open("HOURS.md");
  await app.page.getByRole("radio", { name: "Read" }).click();
  await expect(app.page.getByRole("link", { name: "a picture" })).toBeVisible();
  await app.page.getByRole("button", { name: "the oven", exact: true }).click();
  await expect(app.editor.tab("oven-manual.md")).toHaveAttribute("aria-selected", "true");

  const chapters = Array.from({ length: 40_000 }, (_, index) => `## Chapter ${index + 1}\n\nWith **words**.`);
  await served.write("workspace/LEDGER.md", chapters.join("\n\n"));
  await app.files.open("LEDGER.md");
  await app.page.getByRole("radio", { name: "Read" }).click();
  const page = app.page.getByRole("tabpanel", { name: /LEDGER\.md/ });
  await expect(page.getByRole("heading", { name: "Chapter 1", exact: true })).toBeInViewport();
  await page.press("End");
  await expect(page.getByRole("heading", { name: "Chapter 40000", exact: true })).toBeInViewport();
});

test("a file of 5 MB can be edited like any other", async ({ app, served }) => {
  test.slow();
  const text = "One line of many.\n".repeat(290_000);
  await served.write("workspace/LEDGER.md", text);
  await app.files.open("LEDGER.md");
  await expect(app.editor.lines).toContainText("One line of many.");
  await expect(app.page.getByText("read only", { exact: true })).toBeHidden();
  await app.editor.append("The last of them.");
  await expect(app.editor.lines).toContainText("The last of them.");
  await expect(app.status).toContainText("Ln 290001, Col 18");
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.insertText("<!-- priority: 7 -->\n");
  await expect(app.page.getByText("priority 7")).toBeVisible();
  await app.editor.save();
  await expect(app.editor.tab("LEDGER.md, unsaved")).toBeHidden();
  expect(await served.read("workspace/LEDGER.md")).toBe(`<!-- priority: 7 -->\n${text}The last of them.`);
});

test("a large file opens read-only", async ({ app, served }) => {
  await served.write("workspace/ARCHIVE.md", "One line of many.\n".repeat(320_000));
  await app.files.open("ARCHIVE.md");
  await expect(app.page.getByText("read only", { exact: true })).toBeVisible();
  await expect(app.page.getByRole("note")).toContainText(
    "It opens read-only, and prompts and memory use its first 5 MB",
  );
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
  await app.page.getByRole("radio", { name: "Read" }).click();
  const band = app.page.locator("[data-cut-band]");
  await expect(async () => {
    await app.page.getByRole("tabpanel", { name: "Text of LEDGER.md" }).hover();
    await app.page.mouse.wheel(0, 600);
    await expect(band).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(band).toContainText("Juno reads up to here");
});
