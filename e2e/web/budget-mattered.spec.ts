import type { WireReply } from "../wire-server/script.ts";
import { expect, talkTest as test } from "./fixture.ts";

/** Notes with one number each that no other has. */
const NOTES = Array.from(
  { length: 200 },
  (_, at) =>
    `The harbour master counted everything that lay at the long pier, wrote it into the large book with the green cover and put down as the sum of day ${at + 1} of the summer ${70_000 + at * 37}.`,
).join("\n\n");

/** A model that finds only what stands in the last characters of a text. */
const readsOnly = (chars: number): WireReply => ({
  kind: "reply",
  to: ({ body }) => {
    const said = JSON.stringify(body);
    const text = /<text>(.*)<\/text>/s.exec(said)?.[1] ?? "";
    const cue = /reads: \\"(.*?) …/.exec(said)?.[1] ?? "";
    const seen = text.slice(-chars);
    const at = seen.indexOf(cue);
    const next = seen
      .slice(at + cue.length)
      .trim()
      .split(/[\s.]/)[0];
    return { kind: "text", chunks: [at < 0 ? "I do not know." : (next ?? "")] };
  },
});

test("what a model reads well is measured after its cost is said, and drawn into the bar", async ({
  app,
  served,
  wire,
}) => {
  test.slow();
  const { page } = app;
  await served.write("workspace/knowledge/harbour.md", NOTES);
  wire.play([readsOnly(9_000)]);
  await page.getByRole("button", { name: "Budget", exact: true }).click();
  await expect(
    page.getByText("How much of its window this model reads well was not measured."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /How much does tiny read well/ });
  await expect(dialog).toContainText(/\d+ calls, ~?[\d,.K]+ tokens to read, at most [\d,]+ to write/);
  expect(wire.chats()).toHaveLength(0);
  await page.screenshot({ path: "e2e/.artifacts/screens/reading-plan.png" });
  await dialog.getByRole("button", { name: "Measure" }).click();
  await expect(
    page.getByText(
      /This model reads about ~?[\d,]+ of its [\d,]+ tokens well, measured on \d+ questions, \d+ \w+/,
    ),
  ).toBeVisible({ timeout: 90_000 });
  const line = page.getByRole("meter", { name: "The model’s window, to scale" }).locator("line title");
  await expect(line).toHaveCount(1);
  await page.screenshot({ path: "e2e/.artifacts/screens/reading-line.png" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 900, height: 600 });
  await page.screenshot({ path: "e2e/.artifacts/screens/reading-line-dark-900x600.png" });
});

test("a baseline gives every figure its change, and a part says what leaving it out does to the others", async ({
  app,
}) => {
  test.slow();
  const { page } = app;
  await page.getByRole("button", { name: "Budget", exact: true }).click();
  await page.getByRole("button", { name: "Set as baseline" }).click();
  await expect(page.getByRole("button", { name: "Drop the baseline" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("row").filter({ hasText: "PRICES.md" }).click();
  const card = page.getByRole("region", { name: "PRICES.md" });
  // RECIPES.md did not fit; what is freed is its again, and more.
  await expect(card.getByText(/Adds ~[\d,]+ tokens to the prompt/)).toBeVisible();
  await expect(card.getByText("Brings in RECIPES.md")).toBeVisible();
  await card.getByRole("button", { name: /^Leave out/ }).click();
  await expect(page.getByText(/against the baseline/)).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/screens/budget-baseline.png" });
  for (const name of ["whole text", "sent", "billed after cache"])
    await page.getByRole("combobox", { name: "Size" }).selectOption({ label: name });
  await page.screenshot({ path: "e2e/.artifacts/screens/budget-billed.png" });
  await page.getByRole("button", { name: "Drop the baseline" }).click();
  await expect(page.getByText(/against the baseline/)).toHaveCount(0);
});
