import type { Page } from "@playwright/test";
import { expect, talkTest as test } from "./fixture.ts";

/** Animations and transitions that are running. */
const moving = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === "running" && effect?.getComputedTiming().duration !== 0,
        ).length,
  );

/** Elements whose next change would be animated. */
const slow = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter((element) =>
        getComputedStyle(element)
          .transitionDuration.split(",")
          .some((duration) => Number.parseFloat(duration) > 0),
      ).length,
  );

test("nothing moves when the system asks for reduced motion", async ({ app, wire }) => {
  wire.play([{ kind: "text", chunks: ["Late."], wait: 600_000 }]);
  await app.chat.say("Good morning?");
  await expect(app.chat.pane.getByRole("status")).toHaveText("Reading and thinking");
  await expect.poll(() => moving(app.page)).toBeGreaterThan(0);
  expect(await slow(app.page)).toBeGreaterThan(0);

  await app.page.emulateMedia({ reducedMotion: "reduce" });
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.toast("STAFF.md is deleted")).toBeVisible();
  await app.openPalette();
  expect(await moving(app.page)).toBe(0);
  expect(await slow(app.page)).toBe(0);
  await app.page.keyboard.press("Escape");
  await app.chat.button("Stop the answer").click();
  await expect(app.chat.pane).toContainText("The answer was stopped.");
});
