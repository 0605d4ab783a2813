import type { Locator, Page } from "@playwright/test";

export class FilesPage {
  readonly page: Page;
  readonly tree: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole("tree", { name: "Files of the project" });
  }

  row(name: string) {
    return this.tree.getByRole("treeitem").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Opens a file so that it stays open. */
  async open(name: string) {
    await this.row(name).dblclick();
  }

  /** One click: the next one takes its place. */
  async look(name: string) {
    await this.row(name).click();
  }

  async menu(name: string, item: string) {
    await this.row(name).click({ button: "right" });
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  /** Step by step: a real pointer rests on the target for a moment, and the tree waits for that. */
  async drag(name: string, onto: string) {
    const target = await this.row(onto).boundingBox();
    if (!target) throw new Error(`${onto} is not on the screen.`);
    const y = target.y + target.height / 2;
    await this.row(name).hover();
    await this.page.mouse.down();
    for (const x of [60, 62, 64, 66]) {
      await this.page.mouse.move(target.x + x, y, { steps: 3 });
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await this.page.mouse.up();
  }

  get nameField() {
    return this.tree.getByRole("textbox", { name: "Name" });
  }
}
