import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { stillness } from "./problems.ts";
import { toWebp } from "./to-webp.ts";

const top = resolve(import.meta.dirname, "../..");

/** The guide's own folder only when it is asked for, so that a test run leaves the repository as it is. */
const folder = process.env.SATCHEL_GUIDE_PICTURES
  ? join(top, "docs/guide/pictures")
  : join(top, "e2e/.artifacts/guide");

export const GUIDE_WINDOW = { width: 1200, height: 760 };

/** Takes the pictures of the guide: light, in one size, without a tooltip, compressed. */
export const guideCamera = async (page: Page) => {
  await page.setViewportSize(GUIDE_WINDOW);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return async (name: string, of: Page | Locator = page): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    // Its notice would cover a part of the picture.
    await expect(page.getByText("Preparing search")).toHaveCount(0, { timeout: 120_000 });
    await page.evaluate(nameFolders);
    await stillness(page);
    const png = await of.screenshot({ path: join(top, `e2e/.artifacts/guide/${name}.png`) });
    const webp = await toWebp(page, png);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.webp`), webp);
  };
};

/** The folders of a test say nothing to a reader: where they are shown, the picture has a person's. */
const nameFolders = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? "").replaceAll(
      /(?:\/[\w.-]+)*\/satchel-(?:e2e|guide)-\w+(?:\/data\/projects)?/g,
      "/home/you/Documents",
    );
};
