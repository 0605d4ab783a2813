import { expect, type Locator, type Page } from "@playwright/test";

/** The budget view, found by roles and names only. */
export class BudgetPage {
  readonly page: Page;
  readonly view: Locator;
  readonly inspector: Locator;
  readonly map: Locator;
  readonly table: Locator;
  readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.view = page.getByRole("region", { name: "Budget" });
    this.inspector = page.getByRole("complementary", { name: "Details" });
    this.map = page.getByRole("group", { name: "Every part of the prompt by size" });
    this.table = page.getByRole("grid", { name: "Parts of the prompt" });
    this.bar = page.getByRole("meter", { name: "The model’s window, to scale" });
  }

  async open(options: { tour: boolean } = { tour: false }) {
    await this.page
      .getByRole("navigation", { name: "Views" })
      .getByRole("button", { name: "Budget" })
      .click();
    await expect(this.bar).toBeVisible();
    if (!options.tour) {
      await this.page.getByRole("button", { name: "Skip the tour" }).click();
      await expect(this.page.getByRole("dialog", { name: "Tour of the budget" })).toBeHidden();
    }
  }

  tab(name: string) {
    return this.view.getByRole("tab", { name });
  }

  slider(name: string) {
    return this.page.getByRole("slider", { name });
  }

  tile(name: string | RegExp) {
    return this.map.getByRole("button", { name });
  }

  row(name: string) {
    return this.table.getByRole("row").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  fix(name: string | RegExp) {
    return this.inspector.getByRole("listitem").filter({ hasText: name });
  }

  /** Drags the divider without releasing it. */
  async drag(name: string, by: number) {
    const box = await this.slider(name).boundingBox();
    if (!box) throw new Error(`The divider ${name} is not on the screen.`);
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width / 2, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width / 2 + by, y, { steps: 8 });
  }
}
