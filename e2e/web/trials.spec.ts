import { connectCore } from "./call-core.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, talkTest as test } from "./fixture.ts";

test("a set is written, tried with and without a file, its result is kept and undone", async ({
  app,
  wire,
  served,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  // Otherwise memory finds in the file what is not sent of it, and no difference is shown.
  const other = connectCore(served.url);
  await other.client.call("agents.save", { id: "juno", values: { memory: { enabled: false } } });
  other.close();
  await served.write("workspace/FERRY.md", "# Ferry\n\nThe mooring fee is 1,900 crowns.\n");
  await expect(app.files.row("FERRY.md")).toBeVisible();
  wire.play([
    {
      kind: "reply",
      to: ({ body }) => ({
        kind: "text",
        chunks: [JSON.stringify(body).includes("1,900 crowns") ? "It is 1,900 crowns." : "I cannot find it."],
      }),
    },
  ]);
  await page.getByRole("button", { name: "Trials", exact: true }).click();
  const view = page.getByRole("region", { name: "Trials", exact: true });
  await camera(page)("trials-empty");
  await view.getByRole("button", { name: "New question set" }).click();
  await view.getByLabel("Title").fill("What visitors ask");
  for (let number = 1; number <= 7; number += 1) {
    if (number > 1) await view.getByRole("button", { name: "Add a question" }).click();
    await view.getByLabel(`Question ${number}`, { exact: true }).fill(`What is the fee on day ${number}?`);
    await view
      .getByRole("listitem")
      .nth(number - 1)
      .getByRole("button", { name: "Add a check" })
      .click();
    await view.getByLabel(`What check 1 of question ${number} looks for`).fill("1,900");
  }
  await view.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved as trials/what-visitors-ask.yaml")).toBeVisible();
  await camera(page)("trials-set");
  expect(await served.read("trials/what-visitors-ask.yaml")).toContain("contains: 1,900");

  // From the budget: the same set with a variant that leaves the file out.
  await page.getByRole("button", { name: "Budget", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "FERRY.md" }).click();
  await page.getByRole("button", { name: "Try without it" }).click();
  await expect(view.getByRole("group", { name: "Variant Without FERRY.md" })).toBeVisible();
  await view.getByRole("button", { name: "What would it take?" }).click();
  await expect(view.getByText(/14 calls, .* tokens to read/)).toBeVisible();
  await camera(page)("trials-plan");
  await view.getByRole("button", { name: "Start" }).click();
  await expect(view.getByText('"As it is" passed more checks than "Without FERRY.md"')).toBeVisible({
    timeout: 60_000,
  });
  await expect(view.getByRole("table", { name: "Figures of both variants" })).toContainText("7 of 7");
  await expect(view.getByRole("table", { name: "Figures of both variants" })).toContainText("0 of 7");
  await camera(page)("trials-result");
  await page.setViewportSize({ width: 900, height: 600 });
  await page.screenshot({ path: "e2e/.artifacts/screens/trials-result-900x600.png" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await view.getByRole("button", { name: "Read whole: the answers to question 1" }).click();
  await expect(view.getByText('contains "1,900"').first()).toBeVisible();

  await view.getByRole("button", { name: "Keep “Without FERRY.md”" }).click();
  await expect(page.getByText("Kept: Without FERRY.md")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText(/Undid: Kept "Without FERRY.md" of a trial/)).toBeVisible();
});
