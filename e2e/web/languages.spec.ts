import { type Page } from "@playwright/test";
import { expect, talkTest as test } from "./fixture.ts";
import { LANGUAGE_NAMES } from "../../src/shared/model/language.ts";
import { de } from "../../src/renderer/ui/messages/de.ts";
import { en } from "../../src/renderer/ui/messages/en.ts";
import { es } from "../../src/renderer/ui/messages/es.ts";
import { fr } from "../../src/renderer/ui/messages/fr.ts";
import { ja } from "../../src/renderer/ui/messages/ja.ts";
import { zh } from "../../src/renderer/ui/messages/zh.ts";
import { stillness } from "./problems.ts";

const tables = { en, de, es, fr, ja, zh };
type Language = keyof typeof tables;

const views = ["work", "budget", "memory", "agents", "history", "xray", "trials", "settings"] as const;

/** Controls and headings with words that do not fit, by their words. */
const clipped = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, [role=tab], [role=radio], h1, legend")]
      .filter((each) => each.offsetParent !== null && each.scrollWidth > each.clientWidth + 1)
      .filter((each) => getComputedStyle(each).textOverflow !== "ellipsis" && each.innerText.trim() !== "")
      .map((each) => each.innerText.trim()),
  );

test("every language is shown without a reload, with its numbers, and its words fit", async ({
  app,
  page,
}) => {
  test.setTimeout(420_000);
  await app.chat.say("When do you open?");
  await expect(app.chat.answers).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  const fits = new Map<string, number>();
  for (const language of ["en", "de", "es", "fr", "ja", "zh"] as const satisfies readonly Language[]) {
    const words = tables[language];
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.nav(-1);
    await page.locator("#language").focus();
    await page.locator("#language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1, name: words.settings.title })).toBeVisible();
    await expect(page.locator("#language")).toBeFocused();
    await expect(page.locator("#language option:checked")).toHaveText(LANGUAGE_NAMES[language]);
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: width === 900 ? 600 : 900 });
      for (const [index, view] of views.entries()) {
        await app.nav(index === views.length - 1 ? -1 : index);
        await stillness(page);
        await page.screenshot({ path: `e2e/.artifacts/screens/languages/${language}-${width}-${view}.png` });
        const count = (await clipped(page)).length;
        const key = `${width} ${view}`;
        if (language === "en") fits.set(key, count);
        else expect.soft(await clipped(page), `${language}, ${key}`).toHaveLength(fits.get(key) ?? 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    }
  }
  await page.locator("#language").selectOption("en");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(await page.evaluate(() => "notReloaded" in window)).toBe(true);
});

test("a failure, a number and a date are in the language that is shown", async ({ app, page }) => {
  await app.view("Settings").click();
  await page.locator("#language").selectOption("de");
  const zone = page.getByRole("combobox", { name: de.settings.timeZone });
  await zone.fill("Europe/Atlantis");
  await zone.press("Enter");
  await expect(page.getByRole("alert").first()).not.toContainText("is not known");
  await app.nav(1);
  await expect(page.getByText(/\d\.\d{3} (von|Tokens)/).first()).toBeVisible();
});
