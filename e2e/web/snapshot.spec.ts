import { expect, talkTest as test } from "./fixture.ts";

test("files in an answer are shown as differences and written together; the strip shows what was sent", async ({
  app,
  wire,
  served,
}) => {
  await served.write("prices.ts", "export const rye = 4;\n");
  const agents = await served.read("agents.yaml");
  await served.write("agents.yaml", agents.replace(/^( *)displayName: .*$/m, "$&\n$1profile: snapshot"));
  const strip = app.chat.pane.getByText(/^(No data yet|Context sent: )/);
  await expect(strip).toHaveText("No data yet");

  wire.play([
    {
      kind: "text",
      chunks: [
        "```prices.ts\nexport const rye = 5;\n```\n\n",
        "```src/oats.ts\nexport const oats = 3;\n```\n",
      ],
    },
  ]);
  await app.chat.say("Raise the price of rye.");
  const answer = app.chat.answers.last();
  await answer.getByRole("button", { name: "Show the changes to 2 files" }).click();
  const dialog = app.page.getByRole("dialog", { name: "What would change in 2 files" });
  await expect(dialog.getByRole("region", { name: "prices.ts" })).toContainText("export const rye = 5;");
  await expect(dialog.getByRole("region", { name: "src/oats.ts" })).toContainText("new");
  expect(await served.read("prices.ts")).toBe("export const rye = 4;\n");
  await dialog.getByRole("button", { name: "Apply to 2 files" }).click();
  await expect(app.toast("2 files are written")).toBeVisible();
  expect(await served.read("prices.ts")).toBe("export const rye = 5;\n");
  expect(await served.read("src/oats.ts")).toBe("export const oats = 3;\n");
  await expect(strip).toHaveText(
    /^Context sent: [\d,]+ \/ 120,000 chars · (\d+) \/ \1 files · No truncation$/,
  );
  // The answer itself says that it was written, and can undo it and write it again.
  await answer.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(app.toast("Undid: Wrote 2 files")).toBeVisible();
  expect(await served.read("prices.ts")).toBe("export const rye = 4;\n");
  await expect(served.read("src/oats.ts")).rejects.toThrow();
  await answer.getByRole("button", { name: "Redo" }).click();
  await expect(answer.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  expect(await served.read("prices.ts")).toBe("export const rye = 5;\n");
});
