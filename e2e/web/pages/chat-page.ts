import type { Locator, Page } from "@playwright/test";

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

  button(name: string) {
    return this.pane.getByRole("button", { name, exact: true });
  }

  /** The bar of things to do stands under a message that the pointer is on. */
  async act(message: Locator, name: string) {
    await message.hover();
    await message.getByRole("button", { name, exact: true }).click();
  }
}
