import type { Locator, Page } from "@playwright/test";

/** What was done to the files, in the view History. */
export class ChangesPage {
  readonly page: Page;
  readonly list: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole("list", { name: "Changes, newest first" });
  }

  row(title: string | RegExp) {
    return this.list.getByRole("button", { name: title });
  }

  get rows() {
    return this.list.getByRole("button");
  }

  button(name: string) {
    return this.page.getByRole("main").getByRole("button", { name, exact: true });
  }

  get diff() {
    return this.page.getByTestId("diff");
  }

  filter(name: string) {
    return this.page.getByRole("group", { name: "Filter the changes" }).getByLabel(name);
  }
}
