import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export type Look = {
  /** A menu hangs outside of every landmark, which is right for menus. */
  readonly menu?: boolean;
  /** Only contrast: everything else was looked at in the other theme. */
  readonly contrast?: boolean;
};

/**
 * What axe finds on the page as it is now.
 * A finding counts when a second look has it too: a notice may come or go while axe looks.
 */
export const problems = async (page: Page, options: Look = {}) => {
  const found = await look(page, options);
  return found.length === 0 ? found : look(page, options);
};

const look = async (page: Page, { menu = false, contrast = false }: Look) => {
  await stillness(page);
  const axe = new AxeBuilder({ page }).disableRules(menu ? ["region"] : []);
  const { violations } = await (contrast ? axe.withRules(["color-contrast"]) : axe).analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(" ")),
  }));
};

/** What fades in or out is half transparent for a moment, which is no lack of contrast. */
export const stillness = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
