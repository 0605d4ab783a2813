import { AxeBuilder } from "@axe-core/playwright";
import { stillness } from "../web/problems.ts";
import type { Desktop } from "./desktop.ts";

/** What axe finds in the window. The way that needs no second page, since this app denies every one. */
export const look = async ({ app: { page } }: Desktop) => {
  await stillness(page);
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ rules: { "target-size": { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) }));
};
