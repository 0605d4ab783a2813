import type { Locator, Page } from "@playwright/test";
import { MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";
import { problems, stillness } from "./problems.ts";

/** Every view of the rail; its details and dialogs have pictures and axe in the tests of their rooms. */
const views = ["Files", "Budget", "Memory", "Agents", "History", "X-ray", "Trials", "Inbox", "Settings"];

/** A window of 1280×800 at 200 %: half of it in each direction. */
const ZOOMED = { width: 640, height: 400 };

test("at 200 % nothing is beyond reach on any screen, and axe with WCAG 2.2 finds nothing", async ({
  app,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  await page.setViewportSize(ZOOMED);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const name of views) {
    await show(page, name);
    await page.screenshot({ path: `e2e/.artifacts/screens/zoom-200/${name}.png` });
    expect.soft(await beyondReach(page), `${name} at 200 %`).toEqual([]);
    expect.soft(await problems(page), `${name} at 200 %`).toEqual([]);
  }
});

test("with forced colours each screen shows where the focus is and what is chosen", async ({ app }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const scheme of ["dark", "light"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme: scheme, reducedMotion: "reduce" });
    for (const name of views) {
      await show(page, name);
      await page.screenshot({ path: `e2e/.artifacts/screens/forced-colours-${scheme}/${name}.png` });
      const current = page.getByRole("navigation", { name: "Views" }).locator("[aria-current]");
      expect.soft(await outlineOf(current), `${name}: the chosen view`).toBeGreaterThan(0);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      expect
        .soft(await outlineOf(page.locator(":focus-visible").last()), `${name}: the focus`)
        .toBeGreaterThan(0);
    }
  }
});

const show = async (page: Page, name: string) => {
  const button = page.getByRole("navigation", { name: "Views" }).getByRole("button", { name });
  await button.scrollIntoViewIfNeeded();
  await button.click();
  await expect(button).toHaveAttribute("aria-current", /./);
  const tour = page.getByRole("button", { name: "Skip the tour" });
  if (name === "Budget" && (await tour.isVisible().catch(() => false))) await tour.click();
  await stillness(page);
};

const outlineOf = (at: Locator) =>
  at.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
  });

/**
 * Controls that are drawn outside of the window or cut off, and that no scrolling brings in: no element around
 * them scrolls in that direction.
 */
const beyondReach = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element, way: "X" | "Y") => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        const overflow = getComputedStyle(at)[way === "X" ? "overflowX" : "overflowY"];
        if (overflow === "auto" || overflow === "scroll") return true;
      }
      return false;
    };
    const SLACK = 1;
    return [...document.querySelectorAll<HTMLElement>("button, input, textarea, select, a[href], [role=tab]")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0) return false;
        const outX = left < -SLACK || right > innerWidth + SLACK;
        const outY = top < -SLACK || bottom > innerHeight + SLACK;
        return (outX && !scrolls(element, "X")) || (outY && !scrolls(element, "Y"));
      })
      .map((element) => element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 60));
  });
