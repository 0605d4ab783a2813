import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export type Look = {
  /** A menu is outside of every landmark, which is correct for menus. */
  readonly menu?: boolean;
  /** Only contrast: everything else was checked in the other theme. */
  readonly contrast?: boolean;
};

/**
 * What axe finds on the current page. A run during which a notice appeared or disappeared is repeated, and so is
 * one that found something about elements that are gone.
 */
export const problems = async (page: Page, options: Look = {}) => {
  for (let looks = 1; ; looks += 1) {
    await stillness(page);
    const before = await notices(page);
    const found = await look(page, options);
    const isSteady = before === (await notices(page)) && (await isThere(page, found));
    if (found.length === 0 || looks === MAX_LOOKS || isSteady) return found;
  }
};

/** A notice stays for six seconds, a run takes about one. */
const MAX_LOOKS = 5;

const look = async (page: Page, { menu = false, contrast = false }: Look) => {
  const axe = new AxeBuilder({ page });
  if (contrast) axe.withRules(["color-contrast"]);
  // The size of targets is the rule of WCAG 2.2 AA that axe leaves out unless it is asked for.
  else axe.options({ rules: { "target-size": { enabled: true }, region: { enabled: !menu } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(" ")),
  }));
};

const isThere = (page: Page, found: Awaited<ReturnType<typeof look>>): Promise<boolean> =>
  page.evaluate(
    (places) => places.every((place) => document.querySelector(place) !== null),
    found.flatMap(({ where }) => where),
  );

/**
 * Fading elements are half transparent for a moment, which is not a lack of contrast. A notice that was just
 * added is transparent before its animation starts.
 */
export const stillness = async (page: Page) => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-sonner-toast]")].every(
      (notice) =>
        notice.getAttribute("data-mounted") === "true" && notice.getAttribute("data-removed") === "false",
    ),
  );
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
};

/** The notices on the page and whether each is appearing, shown or disappearing. */
const notices = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")]
      .map(({ dataset, textContent }) => `${dataset["mounted"]} ${dataset["removed"]} ${textContent}`)
      .join("\n"),
  );
