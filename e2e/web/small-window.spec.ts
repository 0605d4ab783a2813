import type { Locator } from "@playwright/test";
import { expect, talkTest as test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const boxes = async (of: Locator): Promise<readonly Box[]> =>
  (await Promise.all((await of.all()).map((each) => each.boundingBox()))).filter((box) => box !== null);

const isOverlapping = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** Pairs of boxes that cover each other. */
const overlaps = (all: readonly Box[]): number =>
  all.flatMap((one, index) => all.slice(index + 1).filter((other) => isOverlapping(one, other))).length;

test("at 900 × 600 nothing in the head of a view wraps, and nothing covers its neighbour", async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await app.chat.say("When do you open?");
  await expect(app.chat.answers).toHaveCount(1);
  for (const name of ["Budget", "Memory", "Agents", "History", "X-ray", "Trials", "Settings"]) {
    await app.view(name).click();
    const skip = page.getByRole("button", { name: "Skip the tour" });
    if (name === "Budget") await skip.click();
    const title = page.getByRole("heading", { name, level: 1 });
    await expect(title).toBeVisible();
    const head = page.locator("header").filter({ has: title });
    const children = await boxes(head.locator("> *").filter({ visible: true }));
    expect(overlaps(children), name).toBe(0);
    const bar = (await head.boundingBox())!;
    for (const child of children) {
      expect(child.y, name).toBeGreaterThanOrEqual(bar.y);
      expect(child.y + child.height, name).toBeLessThanOrEqual(bar.y + bar.height);
      expect(child.x + child.width, name).toBeLessThanOrEqual(900);
    }
  }
});

test("at 900 × 600 the budget's bar keeps its labels apart and inside", async ({ app }) => {
  await app.page.setViewportSize({ width: 900, height: 600 });
  const budget = new BudgetPage(app.page);
  await budget.open();
  const labels = await boxes(budget.bar.locator("text"));
  expect(labels.length).toBeGreaterThanOrEqual(5);
  expect(overlaps(labels)).toBe(0);
  const [bar] = await boxes(budget.bar);
  for (const label of labels) expect(label.x + label.width).toBeLessThanOrEqual(bar!.x + bar!.width + 1);
});

test("at 900 × 600 the status line keeps the model's name", async ({ app, page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.keyboard.press("ControlOrMeta+b");
  await app.files.open("RECIPES.md");
  await expect(app.status).toContainText("Ln 1");
  const model = app.status.getByRole("button", { name: "Model: tiny" });
  await expect(model.getByText("tiny", { exact: true })).toBeInViewport({ ratio: 1 });
  const parts = await boxes(app.status.locator("> *").filter({ visible: true }));
  expect(overlaps(parts)).toBe(0);
  for (const part of parts) expect(part.x + part.width).toBeLessThanOrEqual(900);
});
