import type { Page } from "@playwright/test";

export class EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  tab(name: string | RegExp) {
    return this.page.getByRole("tab", { name });
  }

  /** Monaco's lines, as drawn. */
  get lines() {
    return this.page.locator("[data-takes-keys] .view-lines");
  }

  /** Monaco draws spaces as no-break spaces. */
  line(text: string) {
    const blanks = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s");
    return this.lines.locator(".view-line").filter({ hasText: new RegExp(`^${blanks}$`) });
  }

  /** Monaco's hover text. */
  get hover() {
    return this.page.locator(".monaco-hover").filter({ visible: true });
  }

  /** Appends the text at the very end of the file. */
  async append(text: string) {
    await this.lines.click();
    await this.page.keyboard.press("ControlOrMeta+End");
    await this.page.keyboard.type(text);
  }

  async save() {
    await this.page.keyboard.press("ControlOrMeta+s");
  }

  get conflict() {
    return this.page.getByRole("group", { name: /was changed by another program/ });
  }
}
