import { expect, type Locator, type Page } from "@playwright/test";

/** The memory view, found by roles and names only. */
export class MemoryPage {
  readonly page: Page;
  readonly view: Locator;
  readonly side: Locator;
  readonly search: Locator;
  readonly rows: Locator;
  readonly dream: Locator;
  readonly details: Locator;
  readonly forgetDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.view = page.getByRole("region", { name: "Memory", exact: true });
    this.side = page.getByRole("navigation", { name: "Kinds of memory and lists" });
    this.search = this.view.getByRole("search").getByRole("textbox");
    this.rows = this.view.getByTestId("memory-row");
    this.dream = page.getByRole("complementary", { name: "Dream preview" });
    this.details = page.getByRole("region", { name: /^(Why it was found|Details of this memory)$/ });
    this.forgetDialog = page.getByRole("dialog");
  }

  async open() {
    await this.page
      .getByRole("navigation", { name: "Views" })
      .getByRole("button", { name: "Memory" })
      .click();
    await expect(this.shelf("All memories")).toContainText(/\d/);
  }

  shelf(name: string) {
    return this.side.getByRole("button", { name: new RegExp(`^${name}`) });
  }

  row(text: string | RegExp) {
    return this.rows.filter({ hasText: text });
  }

  /** Opens the details of a memory, if they were closed. */
  async select(text: string | RegExp) {
    const row = this.row(text).first();
    await row.locator("[data-memory-row]").click();
    await expect(this.details).toBeVisible();
  }

  act(name: string) {
    return this.details.getByRole("button", { name, exact: true });
  }

  async find(query: string) {
    await this.search.fill(query);
    await expect(this.view.getByRole("status").filter({ hasText: "found in" })).toBeVisible();
  }

  candidate(text: string) {
    return this.dream.getByRole("checkbox", { name: new RegExp(text) });
  }
}
