import { expect, test } from "./fixture.ts";

/**
 * Pixels. Between them the files move over the editor, the panes become narrower and the dream covers the
 * list.
 */
const widths = [720, 900, 1100, 1280, 1340, 1440, 2560];

/** From every width to every other one and back, in one step each. */
const jumps = widths.flatMap((from, index) => widths.slice(index + 1).flatMap((to) => [from, to, from]));

for (const view of ["Files", "Budget", "Memory", "Agents", "History", "X-ray", "Inbox", "Settings"]) {
  test(`${view} survives every jump from one width to another`, async ({ app }) => {
    test.slow();
    await app.view(view).click();
    if (view === "Files") {
      await app.files.open("HOURS.md");
      await app.page.getByRole("button", { name: "Show two files side by side" }).click();
    }
    for (const width of jumps) {
      await app.page.setViewportSize({ width, height: 800 });
      // Drawn, measured and laid out, so that every error has been thrown.
      await app.page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      });
      expect(await app.page.getByText("This part of the window stopped.").count(), `at ${width}`).toBe(0);
      await expect(app.view(view)).toHaveAttribute("aria-current", /./);
    }
    app.expectNoErrors();
  });
}
