import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("a notice covers no button, in the budget and beside a form", async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  /** Names of the controls below the notice. */
  const covered = async (text: string | RegExp) => {
    const notice = (await app.toast(text).boundingBox())!;
    return page.evaluate((box) => {
      const controls = document.querySelectorAll("main button, main input, main select, main a[href]");
      return [...controls].flatMap((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isBelow =
          width > 0 &&
          left < box.x + box.width &&
          right > box.x &&
          top < box.y + box.height &&
          bottom > box.y;
        return isBelow && !control.closest("[hidden]") ? [control.textContent] : [];
      });
    }, notice);
  };
  await app.view("Agents").click();
  const form = page.getByRole("form", { name: "Juno" });
  await form.getByRole("textbox", { name: "Subject" }).fill("bread");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(app.toast("Juno is saved")).toBeVisible();
  expect(await covered("Juno is saved")).toEqual([]);
  await app.toast("Juno is saved").getByRole("button", { name: "Close" }).click();
  await expect(app.toast("Juno is saved")).toBeHidden();

  const budget = new BudgetPage(page);
  await budget.open();
  await budget.inspector.getByRole("button", { name: "Do it" }).first().click();
  await expect(app.toast(/Saved in the profile/)).toBeVisible();
  expect(await covered(/Saved in the profile/)).toEqual([]);
});

test("the row that the keyboard is on is marked in the tree", async ({ app, page }) => {
  await app.files.row("HOURS.md").click();
  const outline = (name: string) =>
    app.files.row(name).evaluate((row) => {
      const inner = row.querySelector("[data-focused]");
      return inner ? getComputedStyle(inner).outlineStyle : "none";
    });
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => outline("MEMORY.md")).toBe("solid");
  expect(await outline("HOURS.md")).toBe("none");
});
