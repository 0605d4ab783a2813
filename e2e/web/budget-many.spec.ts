import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("a workspace of 1,000 files is drawn whole, found by name, and tuned like a small one", async ({
  app,
  served,
}) => {
  test.setTimeout(180_000);
  await writeMany(served.folder, 1000);
  const budget = new BudgetPage(app.page);
  await budget.open();
  await expect(budget.table).toHaveAttribute("aria-rowcount", /^10\d\d$/, { timeout: 90_000 });
  // Only the visible rows are in the page.
  expect(await budget.table.getByRole("row").count()).toBeLessThan(80);

  await app.page.getByRole("searchbox", { name: "Filter the parts" }).fill("note-0777");
  await expect(budget.row("note-0777.md")).toBeVisible();
  await budget.row("note-0777.md").click();
  await expect(budget.inspector).toContainText("Juno does not see it");
  await budget.fix("Always send it").getByRole("button").click();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  await expect(budget.row("note-0777.md").getByRole("img", { name: "sent" })).toBeVisible();

  await budget.drag("Files limit", 120);
  await expect(budget.slider("Files limit")).toHaveAttribute("aria-valuetext", /come in/);
  await app.page.mouse.up();
  await expect(app.toast("Saved in the profile Bakery counter").first()).toBeVisible();
});

const writeMany = async (folder: string, count: number) => {
  await mkdir(join(folder, "workspace"), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const name = `note-${String(index).padStart(4, "0")}.md`;
    const text = `# Note ${index}\n\n${"A line about flour and water. ".repeat(2 + (index % 9))}\n`;
    await writeFile(join(folder, "workspace", name), text);
  }
};
