import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { known, recalled } from "./memory-seed.ts";
import { problems } from "./problems.ts";

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Pictures to look at, beside the mocks; what they show is promised by the other tests. */
for (const theme of ["light", "dark"] as const) {
  for (const size of sizes) {
    test(`pictures of memory, ${theme}, ${size.width}×${size.height}`, async ({ app, served }) => {
      test.slow();
      const core = connectCore(served.url);
      await known(core.client);
      await recalled(core.client, {
        "eleven crates still at Quay Deli": 9,
        "Fenwick short by one sack": 6,
        "half loaves get their own line": 4,
        "levain slow this morning": 2,
      });
      core.close();
      await app.page.setViewportSize(size);
      await app.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      const take = async (name: string) => {
        await app.page.evaluate(() => document.fonts.ready);
        await app.page.screenshot({
          path: `e2e/.artifacts/screens/${theme}-${size.width}x${size.height}/memory-${name}.png`,
        });
        if (size.width === 1280) expect.soft(await problems(app.page)).toEqual([]);
      };

      await app.chat.say("Remember that the shop is closed on Thursday 19 November.");
      await expect(app.chat.pane.getByText(/^Learned/)).toBeVisible({ timeout: 45_000 });
      await take("learned-line");
      await app.memory.open();
      await expect(app.memory.candidate("eleven crates")).toBeVisible();
      await app.memory.shelf("Curated").click();
      await app.memory.select("Mrs Ashdown collects a rye");
      await take("list");
      await app.memory.find("when does Fenwick deliver flour");
      await app.memory.select("Fenwick Mill delivers");
      await app.memory.act("Numbers").click();
      await app.memory.candidate("half loaves").uncheck();
      await take("search");
      await app.memory.act("Forget").click();
      await expect(app.memory.forgetDialog).toBeVisible();
      await take("forget");
      await app.page.keyboard.press("Escape");
      await app.memory.shelf("All memories").click();
      await app.memory.find("what about the bread and flour order this week");
      await expect(async () => {
        await app.memory.rows.last().hover();
        await app.page.mouse.wheel(0, 400);
        await expect(app.memory.view.getByRole("note")).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await take("room");
      await app.memory.search.fill("");
      await app.memory.dream.getByRole("radio", { name: "Table" }).click();
      await app.memory.shelf("Workflows").click();
      await expect(app.page.getByText("No workflows yet")).toBeVisible();
      await take("empty");
      await app.memory.shelf("Learned").click();
      await take("learned");
      await app.page.getByRole("radio", { name: "Graph" }).click();
      await expect(app.page.getByRole("list", { name: "Entities" })).toBeVisible();
      await take("graph");
    });
  }
}
