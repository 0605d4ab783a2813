import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds on the page as it is now. A menu hangs outside of every landmark, which is right for menus.
 * A finding counts when a second look has it too: a notice may come or go while axe looks.
 */
export const problems = async (page: Page, options: { menu?: boolean } = {}) => {
  const found = await look(page, options);
  return found.length === 0 ? found : look(page, options);
};

const look = async (page: Page, { menu = false }: { menu?: boolean }) => {
  await stillness(page);
  const { violations } = await new AxeBuilder({ page }).disableRules(menu ? ["region"] : []).analyze();
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    where: nodes.map(({ target }) => target.join(" ")),
  }));
};

/** What fades in or out is half transparent for a moment, which is no lack of contrast. */
const stillness = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
