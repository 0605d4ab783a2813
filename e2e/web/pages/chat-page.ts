import { expect, type Locator, type Page } from "@playwright/test";

export class ChatPage {
  readonly page: Page;
  readonly pane: Locator;
  readonly message: Locator;
  readonly preview: Locator;
  readonly list: Locator;
  readonly own: Locator;
  readonly answers: Locator;

  constructor(page: Page) {
    this.page = page;
    this.pane = page.getByRole("region", { name: "Conversation" });
    this.message = page.getByRole("textbox", { name: "Message", exact: true });
    this.preview = page.getByRole("region", { name: "What would be sent" });
    this.list = page.getByRole("log", { name: "Messages" });
    this.own = page.getByRole("article", { name: "Your message" });
    this.answers = page.getByRole("article", { name: /^Answer of/ });
  }

  async say(text: string) {
    await this.message.fill(text);
    await this.message.press("Enter");
  }

  /**
   * Only visible rows are drawn: searches from the beginning, and again when the list moved meanwhile, as it
   * does when something is added at its end.
   */
  async scrollTo(wanted: Locator) {
    await expect(async () => {
      await this.list.hover();
      await this.list.press("Home");
      for (let page = 0; page < 160 && !(await wanted.isVisible()); page += 1) {
        await this.page.mouse.wheel(0, 400);
        await this.page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
      }
      await wanted.scrollIntoViewIfNeeded({ timeout: 5_000 });
    }).toPass({ timeout: 90_000 });
  }

  button(name: string) {
    return this.pane.getByRole("button", { name, exact: true });
  }

  /** The toolbar is shown under the message below the pointer. */
  async act(message: Locator, name: string) {
    await message.hover();
    await message.getByRole("button", { name, exact: true }).click();
  }
}
