import { expect, type Page } from "@playwright/test";
import { problems, stillness } from "./problems.ts";

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
];

export type Shot = {
  /** Repeated for each picture, where a different size undoes it. */
  readonly prepare?: () => Promise<void>;
  /** A menu is open. */
  readonly menu?: boolean;
  /** False: the same screen was checked before, with different content. */
  readonly axe?: false;
};

/** Time limit for a test with many pictures: each takes a second on a quiet machine and ten on a busy one. */
export const MANY_PICTURES_MS = 420_000;

/**
 * Screenshots of one screen in both themes and both sizes, and the results of axe: all rules in the light
 * theme, and only contrast in the dark one, which is all that a theme changes. The page follows the system's
 * theme, so one start is enough for all of them. It is left light and small.
 */
export const camera =
  (page: Page) =>
  async (name: string, shot: Shot = {}) => {
    for (const theme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await shot.prepare?.();
        // One that was closed before may take its time to go; axe would report it as outside of every landmark.
        if (!shot.menu) await expect(page.getByRole("menu"), `${name} has no open menu`).toHaveCount(0);
        await drawn(page);
        const folder = `${theme}-${size.width}x${size.height}`;
        await page.screenshot({ path: `e2e/.artifacts/screens/${folder}/${name}.png` });
      }
      if (shot.axe !== false) {
        const found = await problems(page, { menu: shot.menu ?? false, contrast: theme === "dark" });
        expect.soft(found, `${name}, ${theme}`).toEqual([]);
      }
    }
  };

/** Fonts are loaded, the layout is settled, and no animation is running. */
const drawn = async (page: Page) => {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });
  await stillness(page);
};
