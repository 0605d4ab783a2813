import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ app }) => {
    // Eight screens, each read whole.
    test.slow();
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    expect.soft(await problems(app.page)).toEqual([]);

    await app.files.open("RECIPES.md");
    await expect(app.editor.lines).toContainText("levain");
    await app.chat.message.fill("What is in the levain?");
    expect.soft(await problems(app.page)).toEqual([]);

    await app.page.getByRole("radio", { name: "Read" }).click();
    await expect(app.page.getByRole("heading", { name: "Harbor sourdough" })).toBeVisible();
    expect.soft(await problems(app.page)).toEqual([]);

    for (const view of ["Budget", "Memory", "Agents", "History", "Settings"]) {
      await app.view(view).click();
      await expect(app.page.getByRole("heading", { name: view, level: 1 })).toBeVisible();
      expect.soft(await problems(app.page)).toEqual([]);
    }

    await app.page.keyboard.press("ControlOrMeta+k");
    await expect(app.page.getByRole("dialog")).toBeVisible();
    expect.soft(await problems(app.page)).toEqual([]);
  });
}
