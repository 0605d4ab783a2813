import type { Page } from "@playwright/test";
import { scripts } from "../wire-server/script.ts";
import { MANY_PICTURES_MS } from "./camera.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { problems } from "./problems.ts";

const guideOf = (page: Page) => page.getByRole("dialog", { name: "Guide" });
const heading = (page: Page, name: string, level?: number) =>
  guideOf(page).getByRole("heading", { name, ...(level && { level }) });

test("F1 opens the guide at what is shown, and Escape returns to where the focus was", async ({ app }) => {
  const { page } = app;
  const expected: Readonly<Record<string, string>> = {
    Files: "The window",
    Budget: "The budget",
    Memory: "Memory",
    Agents: "Agents and subagents",
    History: "Undo",
    "X-ray": "X-ray",
    Trials: "Trials",
    Inbox: "Give other programs this memory",
    Settings: "Settings that are refused",
  };
  for (const [view, title] of Object.entries(expected)) {
    await app.view(view).click();
    await expect(app.view(view)).toHaveAttribute("aria-current", /./);
    const skip = page.getByRole("button", { name: "Skip the tour" });
    if (view === "Budget") await skip.click();
    await app.view(view).focus();
    await page.keyboard.press("F1");
    await expect(heading(page, title).first()).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(guideOf(page)).toBeHidden();
    await expect(app.view(view)).toBeFocused();
  }
});

test("the guide is read and searched by keys alone, and its links lead on", async ({ app }) => {
  const { page } = app;
  await page.keyboard.press("F1");
  const guide = guideOf(page);
  await expect(heading(page, "The window")).toBeFocused();
  await guide.getByRole("searchbox", { name: "Search the guide" }).focus();
  await page.keyboard.type("forget memory");
  await expect(guide.getByRole("status")).toHaveText(/^\d+ places$/);
  const first = guide.getByRole("list", { name: "Places in the guide" }).getByRole("button").first();
  await expect(first).toContainText("Forgetting");
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Forgetting")).toBeFocused();
  await expect(heading(page, "Forgetting")).toBeInViewport();
  await guide.getByRole("searchbox").fill("zzzz");
  await expect(guide.getByRole("status")).toHaveText("The guide says nothing about “zzzz”.");
  await guide.getByRole("searchbox").fill("");
  await guide
    .getByRole("navigation", { name: "Pages of the guide" })
    .getByRole("button", { name: "Your first day" })
    .click();
  await guide.getByRole("button", { name: "Your own folder" }).first().click();
  await expect(heading(page, "Your own folder", 1)).toBeVisible();
  await guide.getByRole("button", { name: "Next: Files" }).click();
  await expect(heading(page, "Files", 1)).toBeVisible();
  // Its pictures are part of the app.
  await guide.getByRole("button", { name: "Before: Your own folder" }).click();
  const picture = guide.getByRole("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
});

test("the guide has no fault of accessibility in either theme, small and at 200 %", async ({ app }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  await page.keyboard.press("F1");
  await expect(heading(page, "The window")).toBeVisible();
  for (const theme of ["light", "dark"] as const)
    for (const [width, height] of [
      [1440, 900],
      [900, 600],
      [640, 400],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `e2e/.artifacts/screens/help-${theme}-${width}x${height}.png` });
      expect.soft(await problems(page), `${theme} ${width}`).toEqual([]);
      const text = guideOf(page).getByText("A token is a piece of a word");
      await text.scrollIntoViewIfNeeded();
      await expect(text).toBeInViewport();
      const isWide = await guideOf(page).evaluate((each) => each.scrollWidth > each.clientWidth);
      expect(isWide).toBe(false);
    }
});

test("an empty view leads to its section", async ({ app }) => {
  const { page } = app;
  await app.view("Trials").click();
  await page.getByRole("button", { name: "More in the guide" }).click();
  await expect(heading(page, "Trials", 1)).toBeVisible();
});

talkTest(
  "a failed answer leads to its section, also when the engine is gone",
  async ({ app, served, wire }) => {
    const { page } = app;
    wire.play(scripts.wrongKey);
    await app.chat.say("Good morning?");
    const alert = app.chat.pane.getByRole("alert");
    await expect(alert).toContainText("Your message is kept");
    await alert.getByRole("button", { name: "More in the guide" }).click();
    await expect(heading(page, "When an answer does not come")).toBeInViewport();
    // Pictures come from the server of a browser tab; the texts are here already.
    await guideOf(page).getByRole("button", { name: "When something goes wrong" }).click();
    await expect(heading(page, "When something goes wrong", 1)).toBeVisible();
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    await page.keyboard.press("Escape");
    await served.stop();
    const lost = page.getByRole("alert").filter({ hasText: "connection to Satchel’s engine is lost" });
    await lost.getByRole("button", { name: "More in the guide" }).click();
    await expect(heading(page, "The engine does not answer")).toBeInViewport();
  },
);
