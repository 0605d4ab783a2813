import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("Ctrl+Z in the budget undoes the last change made there, and Ctrl+Shift+Z makes it again", async ({
  app,
  served,
}) => {
  const { keyboard } = app.page;
  const budget = new BudgetPage(app.page);
  const total = async () => JSON.parse(await served.read(".satchel/profiles/bakery-counter.json"))["total"];
  await budget.open();
  const limit = budget.slider("Files limit");
  await expect(limit).toHaveAttribute("aria-valuenow", "4200");
  await limit.focus();

  // A value that is not written yet is undone without a write.
  await keyboard.press("ArrowRight");
  await expect(limit).toHaveAttribute("aria-valuenow", "4300");
  await keyboard.press("ControlOrMeta+z");
  await expect(limit).toHaveAttribute("aria-valuenow", "4200");

  // An undo right behind a write waits for it.
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await keyboard.press("ControlOrMeta+z");
  await expect(app.toast(/^Undid: Set the limit of files to 4,300 tokens/)).toBeVisible();
  await expect(limit).toHaveAttribute("aria-valuenow", "4200");
  expect(await total()).toBe(4200);
  await keyboard.press("ControlOrMeta+Shift+z");
  await expect(app.toast(/^Redid: Set the limit of files to 4,300 tokens/)).toBeVisible();
  await expect(limit).toHaveAttribute("aria-valuenow", "4300");
  expect(await total()).toBe(4300);

  // What the budget writes into a file is undone there, too; what was done elsewhere stays.
  const before = await served.read("workspace/SEASONAL.md");
  await budget.row("SEASONAL.md").getByRole("textbox", { name: "Priority of SEASONAL.md" }).fill("7");
  await keyboard.press("Enter");
  await expect.poll(() => served.read("workspace/SEASONAL.md")).toContain("priority: 7");
  await app.view("Files").click();
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.toast("STAFF.md is deleted")).toBeVisible();
  await app.view("Budget").click();
  await limit.focus();
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(() => served.read("workspace/SEASONAL.md")).toBe(before);
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(total).toBe(4200);
  await keyboard.press("ControlOrMeta+z");
  await expect(app.toast("There is nothing to undo here")).toBeVisible();
  await expect(served.read("workspace/STAFF.md")).rejects.toThrow();
});

test("Ctrl+Z in the tree undoes what was done there step by step, and mended links before the rename", async ({
  app,
  served,
}) => {
  const { keyboard } = app.page;
  await served.write("workspace/Rye.md", "# Rye\n");
  await served.write("workspace/Plan.md", "See [[Rye]].\n");
  await expect(app.files.row("Plan.md")).toBeVisible();
  await app.files.menu("Rye.md", "Rename");
  await app.files.nameField.fill("Roggen.md");
  await keyboard.press("Enter");
  await app.page.getByRole("dialog").getByRole("button", { name: "Mend 1 place" }).click();
  await expect.poll(() => served.read("workspace/Plan.md")).toBe("See [[Roggen]].\n");

  // Two presses at once undo two steps.
  await app.files.look("Plan.md");
  await keyboard.press("ControlOrMeta+z");
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(() => served.read("workspace/Plan.md")).toBe("See [[Rye]].\n");
  await expect.poll(() => served.read("workspace/Rye.md").catch(() => "")).toBe("# Rye\n");
  await expect(app.files.row("Rye.md")).toBeVisible();
  await expect(app.files.row("Roggen.md")).toBeHidden();
});
