import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { FINDER, FINDER_WORDS } from "../model-file/finder.ts";
import { writeSmallModel } from "../model-file/small-model.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest as test } from "./fixture.ts";

test.setTimeout(240_000);

test("what moved an answer is measured with a model file, an answer is asked for again, and the ledger adds up", async ({
  app,
  served,
  wire,
}) => {
  const { chat, page } = app;
  const path = join(mkdtempSync(join(tmpdir(), "satchel-moved-")), "finder.gguf");
  writeSmallModel(path, { ...FINDER, window: 16_384 });
  await served.write(
    "workspace/PAINT.md",
    `# Paint\n\nThe shop paints its doors${FINDER_WORDS[0]} this year.\n`,
  );
  await expect(app.files.row("PAINT.md")).toBeVisible();
  wire.play([{ kind: "text", chunks: [`The door is${FINDER_WORDS[0]}.`] }]);
  await chat.say("What colour is the door?");
  const answer = chat.answers.last();
  await expect(answer).toContainText(`The door is${FINDER_WORDS[0]}.`);

  await chat.act(answer, "What mattered");
  const dialog = page.getByRole("dialog", { name: "What moved the answer" });
  await expect(dialog).toContainText("There is no model file to estimate it with");
  await page.screenshot({ path: "e2e/.artifacts/screens/moved-without-model.png" });
  await dialog.getByRole("button", { name: "Close" }).click();
  const core = connectCore(served.url);
  await core.client.call("settings.set", { user: { engine: { threads: 1 } } });
  await core.client.call("modelFiles.add", { path });

  await chat.act(answer, "What mattered");
  await dialog.getByRole("button", { name: "Measure" }).click();
  const rows = dialog.getByRole("table").getByRole("row");
  await expect(dialog).toContainText(
    "Estimated by Small finder, which stands in for the model that answered",
    {
      timeout: 180_000,
    },
  );
  await expect(rows.nth(1)).toHaveAttribute("data-moved", "true");
  await expect(dialog.getByRole("row", { name: /PAINT\.md/ }).first()).toContainText("less likely");
  await page.screenshot({ path: "e2e/.artifacts/screens/moved.png" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 900, height: 600 });
  await page.screenshot({ path: "e2e/.artifacts/screens/moved-dark-900x600.png" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })),
  ).toEqual([]);

  wire.play([{ kind: "text", chunks: ["Nobody told me."] }]);
  await dialog.getByRole("button", { name: "Answer again without PAINT.md" }).first().click();
  await expect(dialog).toContainText("1 call, ~");
  await dialog.getByRole("button", { name: "Ask once" }).click();
  await expect(dialog.getByRole("article", { name: "Without the part" })).toContainText("Nobody told me.");
  await expect(dialog.getByRole("article", { name: "The answer" })).toContainText(
    `The door is${FINDER_WORDS[0]}.`,
  );
  await page.screenshot({ path: "e2e/.artifacts/screens/moved-again.png" });

  await dialog.getByRole("tab", { name: "Over time" }).click();
  const ledger = page.getByRole("dialog", { name: "What each file has cost" });
  const row = ledger.getByRole("row", { name: /PAINT\.md/ });
  await expect(row).toContainText("once");
  await expect(row).toContainText("1 of 1");
  await expect(ledger.getByRole("row", { name: /SOUL\.md/ })).toContainText("Soul: no advice");
  await expect(ledger.getByRole("switch")).not.toBeChecked();
  await page.screenshot({ path: "e2e/.artifacts/screens/moved-ledger.png" });
  await ledger.getByRole("button", { name: "Close" }).click();

  await chat.act(answer, "See what was sent");
  await expect(page.getByRole("heading", { name: "PAINT.md" })).toContainText("moved the answer");
  await page.screenshot({ path: "e2e/.artifacts/screens/moved-as-sent.png" });
  await page.getByRole("button", { name: "What mattered" }).click();
  await expect(dialog).toContainText("Estimated by Small finder");
  core.close();
});
