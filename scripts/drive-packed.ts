import { chromium, type Page } from "@playwright/test";

/** How long an app may take to open its window, and an answer to appear, on a busy machine. */
const WAIT_MS = 90_000;

/**
 * Uses a running packed app as a person does who has just installed it, or who starts it again: to a first answer
 * of the model that comes with it. `port` is the one of `--remote-debugging-port`. Returns the text of the answer.
 */
export const driveToAnswer = async (port: number, isFirst: boolean): Promise<string> => {
  const browser = await retried(() => chromium.connectOverCDP(`http://127.0.0.1:${port}`));
  const page = await retried(async () => {
    const found = browser.contexts().flatMap((context) => context.pages())[0];
    if (!found) throw new Error("The app has no window yet.");
    return found;
  });
  page.setDefaultTimeout(WAIT_MS);
  if (isFirst) await firstStart(page);
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await message.fill("When does Fenwick Mill deliver?");
  await message.press("Enter");
  const answer = page.getByRole("article", { name: /^Answer of/ }).last();
  await answer.getByText("Tuesdays and Fridays").first().waitFor();
  const text = (await answer.textContent()) ?? "";
  // Disconnects; the app goes on.
  await browser.close();
  return text;
};

const firstStart = async (page: Page) => {
  await page.getByRole("heading", { name: "Where are your files?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: /Built-in/ }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Say hello to/ }).click();
};

/** The app needs a moment until it listens. */
const retried = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((next) => setTimeout(next, 500));
    }
  }
};
