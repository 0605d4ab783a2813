import { expect, test } from "./fixture.ts";

test("a file is saved by itself once that is switched on", async ({ app, served }) => {
  const { page, editor, files } = app;
  await app.view("Settings").click();
  const autosave = page.getByLabel("Save by itself");
  await expect(autosave).not.toBeChecked();
  await autosave.click({ force: true });
  await expect(autosave).toBeChecked();

  await app.view("Files").click();
  await files.open("HOURS.md");
  await expect(editor.lines).toContainText("Monday");
  await editor.append("Closed on Sundays.");
  await expect.poll(() => served.read("workspace/HOURS.md")).toContain("Closed on Sundays.");
  await page.keyboard.type(" Always.");
  await expect.poll(() => served.read("workspace/HOURS.md")).toContain("Closed on Sundays. Always.");
  await expect(editor.tab("HOURS.md, unsaved")).toBeHidden();
});
