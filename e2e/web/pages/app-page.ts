import { expect, type Page } from "@playwright/test";
import { ChatPage } from "./chat-page.ts";
import { EditorPage } from "./editor-page.ts";
import { FilesPage } from "./files-page.ts";
import { MemoryPage } from "./memory-page.ts";

/** The window as a user sees it: everything is found by its role and its name. */
export class AppPage {
  readonly page: Page;
  readonly files: FilesPage;
  readonly editor: EditorPage;
  readonly chat: ChatPage;
  readonly memory: MemoryPage;
  readonly #errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.files = new FilesPage(page);
    this.editor = new EditorPage(page);
    this.chat = new ChatPage(page);
    this.memory = new MemoryPage(page);
    page.on("pageerror", (error) => this.#errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.#errors.push(message.text());
    });
  }

  async open(url: string) {
    await this.page.goto(url);
    await expect(this.files.tree).toBeVisible();
  }

  /** A browser reports a socket that could not be opened; while a server is down that is expected. */
  expectNoErrors() {
    expect(this.#errors.filter((error) => !error.includes("WebSocket"))).toEqual([]);
  }

  /** Opens the palette with the keyboard and waits until it has the focus. */
  async openPalette() {
    await this.page.keyboard.press("ControlOrMeta+k");
    await expect(this.page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  }

  toast(text: string | RegExp) {
    return this.page.locator("[data-sonner-toast]").filter({ hasText: text });
  }

  view(name: string) {
    return this.page.getByRole("navigation", { name: "Views" }).getByRole("button", { name });
  }

  /** Opens a view by its place in the rail, from the end when negative: its name depends on the language. */
  async nav(index: number) {
    await this.page.getByRole("navigation").first().getByRole("button").nth(index).click();
  }

  get status() {
    return this.page.getByRole("contentinfo", { name: "Status" });
  }

  get theme() {
    return this.page.locator("html").getAttribute("data-theme");
  }
}
