import { connectCore } from "./call-core.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";
import { known, recalled } from "./memory-seed.ts";

/** Screenshots to compare with the designs; other tests assert what they show. */
test("pictures of memory, and axe finds nothing in them", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const core = connectCore(served.url);
  await known(core.client);
  await recalled(core.client, {
    "eleven crates still at Quay Deli": 9,
    "Fenwick short by one sack": 6,
    "half loaves get their own line": 4,
    "levain slow this morning": 2,
  });
  core.close();
  const take = camera(app.page);

  await app.chat.say("Remember that the shop is closed on Thursday 19 November.");
  await expect(app.chat.pane.getByText(/^Learned/)).toBeVisible({ timeout: 45_000 });
  await take("memory-learned-line");
  await app.memory.open();
  await expect(app.memory.candidate("eleven crates")).toBeVisible();
  await app.memory.shelf("Curated").click();
  await app.memory.select("Mrs Ashdown collects a rye");
  await take("memory-list");
  await app.memory.find("when does Fenwick deliver flour");
  await app.memory.select("Fenwick Mill delivers");
  await app.memory.act("Numbers").click();
  await app.memory.candidate("half loaves").uncheck();
  await take("memory-search");
  await app.memory.act("Forget").click();
  await expect(app.memory.forgetDialog).toBeVisible();
  await take("memory-forget");
  await app.page.keyboard.press("Escape");
  await app.memory.shelf("All memories").click();
  await app.memory.find("what about the bread and flour order this week");
  await expect(async () => {
    await app.memory.rows.last().hover();
    await app.page.mouse.wheel(0, 400);
    await expect(app.memory.view.getByRole("note")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await take("memory-room", {
    prepare: () => app.memory.view.getByRole("note").scrollIntoViewIfNeeded(),
  });
  await app.memory.search.fill("");
  await app.memory.dream.getByRole("radio", { name: "Table" }).click();
  await app.memory.shelf("Pinned").click();
  await expect(app.page.getByText("Nothing is pinned")).toBeVisible();
  await take("memory-empty");
  await app.memory.shelf("Learned").click();
  await take("memory-learned");
  await app.page.getByRole("radio", { name: "Graph" }).click();
  await expect(app.page.getByRole("list", { name: "Entities" })).toBeVisible();
  await take("memory-graph");
});
