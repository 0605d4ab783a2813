import { connectCore } from "./call-core.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { known, recalled } from "./memory-seed.ts";
import { problems } from "./problems.ts";

test("memories are browsed by tier, and a source opens in the editor at its line", async ({ app }) => {
  await app.memory.open();
  await app.memory.shelf("Curated").click();
  await expect(app.memory.row("Salt lasts eleven weeks")).toContainText("MEMORY.md, line");
  await app.memory.shelf("Daily notes").click();
  await expect(app.memory.row("eleven crates still at Quay Deli")).toContainText("today");
  await app.memory.shelf("Workflows").click();
  await expect(app.memory.row("Order flour from Fenwick Mill")).toBeVisible();
  await app.memory.shelf("Graph").click();
  await expect(app.memory.rows).toHaveCount(6);
  await app.memory.shelf("Faded").click();
  await expect(app.page.getByText("Nothing has faded")).toBeVisible();

  await app.memory.shelf("Curated").click();
  await app.memory
    .row("Salt lasts eleven weeks")
    .getByRole("button", { name: /^Open MEMORY\.md/ })
    .click();
  await expect(app.editor.lines).toContainText("Salt lasts eleven weeks");
  await expect(app.status).toContainText("Ln 17, Col");
});

test("a search explains why each hit was found, in words first and in numbers on request", async ({
  app,
}) => {
  await app.memory.open();
  await app.memory.find("when does Fenwick deliver flour");
  const first = app.memory.rows.first();
  await expect(first).toContainText("Fenwick Mill delivers");
  await expect(first.locator("mark").first()).toHaveText("Fenwick");
  await expect(first.getByRole("meter", { name: "Score" })).toHaveAttribute("aria-valuetext", /words #1/);
  await app.memory.select("Fenwick Mill delivers");
  await expect(app.memory.details).toContainText("First by words");
  await app.memory.act("Numbers").click();
  await expect(app.memory.details.getByRole("row", { name: /Words it shares 1/ })).toBeVisible();

  await app.memory.search.press("ArrowDown");
  await expect(app.memory.rows.first().locator("[data-memory-row]")).toBeFocused();
  await app.page.keyboard.press("ArrowDown");
  await expect(app.memory.rows.nth(1).locator("[data-memory-row]")).toBeFocused();

  await app.memory.search.fill("zeppelin quarantine xylophone");
  await expect(app.page.getByText("Nothing found for")).toBeVisible();
});

test("a search shows where a prompt would end, and links to the budget", async ({ app, served }) => {
  const core = connectCore(served.url);
  await core.client.call("profiles.save", {
    profile: { id: "bakery-counter", from: "layered", perFile: 1500, total: 4200, memoryHits: 2 },
  });
  core.close();
  await app.memory.open();
  await app.memory.find("when does Fenwick deliver flour");
  const band = app.memory.view.getByRole("note");
  await expect(band).toContainText("Room for memory ends here");
  await expect(band).toContainText("a prompt takes 2 memories");
  expect(await problems(app.page)).toEqual([]);
  await band.getByRole("button", { name: "Show the budget" }).click();
  await expect(app.memory.view).toBeHidden();
});

test("a memory is pinned, reworded with undo, and forgotten permanently", async ({ app, served }) => {
  await app.memory.open();
  await app.memory.shelf("Curated").click();
  await app.memory.select("Salt lasts eleven weeks");
  await app.memory.act("Pin").click();
  await expect(app.memory.row("Salt lasts eleven weeks")).toContainText("pinned");
  await expect(app.memory.shelf("Pinned")).toContainText("1");

  await app.memory.act("Edit").click();
  const words = app.page.getByRole("textbox", { name: "Text of the memory" });
  await words.fill("Salt lasts twelve weeks.");
  await app.page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(app.toast("has your words now")).toBeVisible();
  expect(await served.read("workspace/MEMORY.md")).toContain("- Salt lasts twelve weeks.\n");
  await app.toast("has your words now").getByRole("button", { name: "Undo" }).click();
  await expect(app.memory.row("Salt lasts eleven weeks")).toBeVisible();
  expect(await served.read("workspace/MEMORY.md")).toContain("- Salt lasts eleven weeks.");

  await app.memory.find("how long does the salt last");
  await app.memory.select("Salt lasts eleven weeks");
  await app.memory.act("Forget").click();
  await expect(app.memory.forgetDialog).toContainText("the text in MEMORY.md, line 17");
  expect(await problems(app.page)).toEqual([]);
  await app.memory.forgetDialog.getByRole("button", { name: "Forget", exact: true }).click();
  // The history of the workspace still contains it, and is offered.
  await expect(app.memory.forgetDialog).toContainText("these places still contain it");
  expect(await problems(app.page)).toEqual([]);
  await app.memory.forgetDialog.getByRole("checkbox", { name: /^History/ }).check();
  await app.memory.forgetDialog.getByRole("button", { name: "Remove these too" }).click();
  await expect(app.memory.forgetDialog).toBeHidden();
  await app.memory.find("salt eleven weeks");
  await expect(app.memory.row("Salt lasts eleven weeks")).toHaveCount(0);
  expect(await served.read("workspace/MEMORY.md")).not.toContain("Salt lasts");
});

test("a dream is previewed with reasons, keeps what is selected, appears in the diary and is undone", async ({
  app,
  served,
}) => {
  const core = connectCore(served.url);
  await recalled(core.client, {
    "eleven crates still at Quay Deli": 6,
    "Fenwick short by one sack": 4,
    "levain slow this morning": 2,
  });
  core.close();
  const before = await served.read("workspace/MEMORY.md");
  await app.memory.open();
  await expect(app.memory.candidate("eleven crates")).toBeChecked();
  await expect(app.memory.dream).toContainText("Asked in 6 ways over 5 days");
  await expect(app.memory.dream.getByRole("list", { name: "Not this time" })).toContainText("needs 3");
  await app.memory.dream.getByRole("radio", { name: "Table" }).click();
  await expect(app.memory.dream.getByRole("row", { name: /Fenwick short.* 4 4 4/ })).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await app.memory.candidate("Fenwick short").uncheck();
  expect(await served.read("workspace/MEMORY.md")).toBe(before);

  await app.memory.dream.getByRole("button", { name: "Keep 1" }).click();
  await expect(app.toast("1 memory is kept for good")).toBeVisible();
  const after = await served.read("workspace/MEMORY.md");
  expect(after.startsWith(before)).toBe(true);
  expect(after.slice(before.length)).toMatch(/## Dreamed [\d-]+ [\d:]+ UTC\n\n- eleven crates [^\n]*\n$/);

  await app.memory.shelf("Dream diary").click();
  await expect(app.page.getByLabel("Dream diary", { exact: true })).toContainText("- promoted: 1");
  expect(await problems(app.page)).toEqual([]);
  await app.page.getByRole("button", { name: /^Undo the dream of/ }).click();
  await expect(app.toast("1 memory is out of MEMORY.md again")).toBeVisible();
  expect(await served.read("workspace/MEMORY.md")).toBe(before);
  await expect(app.memory.candidate("eleven crates")).toBeVisible();
});

test("a waiting dream is announced to a window that opens later, and opens its preview", async ({
  app,
  served,
}) => {
  const core = connectCore(served.url);
  await recalled(core.client, { "eleven crates still at Quay Deli": 6, "Fenwick short by one sack": 4 });
  await core.client.call("settings.set", { project: { dreaming: { enabled: true } } });
  core.close();
  const before = await served.read("workspace/MEMORY.md");
  await app.page.reload();
  await app.toast("2 memories wait to be kept for good").getByRole("button", { name: "Look" }).click();
  await expect(app.memory.candidate("eleven crates")).toBeChecked();
  await expect(app.memory.candidate("Fenwick short")).toBeChecked();
  // Ask first is on: nothing was written without the user.
  expect(await served.read("workspace/MEMORY.md")).toBe(before);
});

test("reading and embedding many memories show how far they are, stop, and go on", async ({
  app,
  served,
}) => {
  test.slow();
  const core = connectCore(served.url);
  const lines = Array.from({ length: 40_000 }, (_, at) => `- The ${at}th crate went to berth ${at % 97}.`);
  // A note of a day: each line is a memory of its own. Without a date the file is knowledge, and read in a moment.
  await core.client.call("workspace.write", { path: "memory/2026-01-05.md", text: `${lines.join("\n")}\n` });
  const notice = (title: string) => app.page.getByRole("status").filter({ hasText: title });
  await notice("Reading memory").getByRole("button", { name: "Cancel" }).click();
  await expect(app.toast("Stopped reading")).toBeVisible();
  await expect(notice("Reading memory").getByRole("button", { name: "Cancel" })).toHaveCount(0);
  const { total } = await core.client.call("memory.stats", {});
  expect(total).toBeLessThan(40_000);

  // The newest notice lies over the one of the work that goes on.
  await app.toast("Stopped reading").getByRole("button", { name: "Close" }).click();
  await expect(app.toast("Stopped reading")).toHaveCount(0);
  await notice("Preparing search").getByRole("button", { name: "Cancel" }).click();
  await expect(app.toast("Stopped with")).toBeVisible();
  const { embedding } = await core.client.call("memory.stats", {});
  expect(embedding).toMatchObject({ paused: true });
  expect(embedding.pending).toBeGreaterThan(0);
  await app.memory.open();
  const line = app.page.getByRole("group", { name: "Learning the meaning of memories" });
  await expect(line).toContainText("Stopped with");
  expect(await problems(app.page)).toEqual([]);
  await line.getByRole("button", { name: "Continue" }).click();
  await expect
    .poll(async () => (await core.client.call("memory.stats", {})).embedding)
    .toMatchObject({ paused: false });
  await expect(line.getByText("Stopped with")).toHaveCount(0);
  core.close();
});

test("a stopped import keeps what was imported, and reports it", async ({ app, served }) => {
  test.slow();
  const files = Array.from({ length: 4_000 }, (_, at) =>
    JSON.stringify({
      type: "file",
      workspace: "workspace",
      path: `memory/crate-${at}.md`,
      text: `- ${at}\n`,
    }),
  );
  const text = [JSON.stringify({ type: "satchel-memory", version: 1 }), ...files].join("\n");
  await app.memory.open();
  await app.page
    .getByLabel("Import a JSONL export")
    .setInputFiles({ name: "memory.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) });
  const notice = app.page.getByRole("status").filter({ hasText: "Importing memory" });
  await expect(notice).toContainText(/[1-9]\d* of 4,000/);
  await notice.getByRole("button", { name: "Cancel" }).click();
  await expect(app.toast("stopped")).toBeVisible();
  expect(await served.read("workspace/memory/crate-0.md")).toBe("- 0\n");
  await expect(served.read("workspace/memory/crate-3999.md")).rejects.toThrow("ENOENT");
});

test("entities lead to their neighbours, as a picture and as a table", async ({ app, served }) => {
  const core = connectCore(served.url);
  await known(core.client);
  core.close();
  await app.memory.open();
  await app.page.getByRole("radio", { name: "Graph" }).click();
  await app.page
    .getByRole("list", { name: "Entities" })
    .getByRole("button", { name: /^Fenwick Mill/ })
    .click();
  const around = app.page.getByRole("region", { name: "Around Fenwick Mill" });
  await expect(around.getByRole("button", { name: "Harbor sourdough" })).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await around.getByRole("radio", { name: "Table" }).click();
  await around.getByRole("radio", { name: "3 steps" }).click();
  await expect(around.getByRole("row", { name: /^Café Lantern 3 .*buys Harbor sourdough/ })).toBeVisible();
  await around.getByRole("button", { name: "Gwen" }).click();
  await expect(app.page.getByRole("region", { name: "Around Gwen" })).toBeVisible();
});

test("all memory is exported to a file and imported again", async ({ app, served }) => {
  await app.memory.open();
  await app.page.getByRole("button", { name: "New note" }).click();
  await app.page.getByRole("textbox", { name: "Note", exact: true }).fill("The blue van is Sami’s now");
  await app.page.getByRole("button", { name: "Write it down" }).click();
  await app.memory.shelf("Daily notes").click();
  await expect(app.memory.row("The blue van is Sami’s now")).toBeVisible();
  const saved = app.page.waitForEvent("download");
  await app.page.getByRole("button", { name: "More about memory" }).click();
  await app.page.getByRole("menuitem", { name: "Export everything as JSONL" }).click();
  const file = await (await saved).path();

  const core = connectCore(served.url);
  const { memories } = await core.client.call("memory.list", { tier: "daily" });
  const note = memories.find(({ text }) => text.includes("blue van"));
  await core.client.call("memory.forget", { id: note?.id ?? "" });
  core.close();
  await expect(app.memory.row("The blue van is Sami’s now")).toHaveCount(0);
  await app.page.getByLabel("Import a JSONL export").setInputFiles(file);
  await expect(app.toast("imported")).toBeVisible();
  await expect(app.memory.row("The blue van is Sami’s now")).toBeVisible();
});

test("automatic learning is switched off for an agent, and a restricted one has none of it", async ({
  app,
  served,
}) => {
  await app.memory.open();
  await app.memory.side.getByRole("switch", { name: "Learn from turns" }).uncheck();
  await expect(app.memory.side).toContainText("Juno reads no turns");
  await expect.poll(() => served.read("agents.yaml")).toContain("extract: false");
  await app.memory.side.getByRole("combobox", { name: "Agent" }).selectOption("Counter");
  await expect(app.memory.side).toContainText("Counter is shared with others, so it has no memory");
});

test("what was learned from a turn is shown under the answer and in the view, and can be undone", async ({
  app,
  served,
}) => {
  await app.chat.say("Remember that the shop is closed on Thursday 19 November.");
  await expect(app.chat.answers).toHaveCount(1);
  const line = app.chat.pane.getByRole("status").filter({ hasText: "Learned" });
  // Turns are read in the background, after everything else.
  await expect(line).toContainText("closed on Thursday 19 November", { timeout: 30_000 });
  expect(await problems(app.page)).toEqual([]);
  await line.getByRole("button", { name: "Show" }).click();
  await expect(app.page.getByRole("list", { name: "What was learned" })).toContainText("closed on Thursday");
  const card = app.page.getByRole("region", { name: "Learned in the last turn" });
  await expect(card).toContainText("closed on Thursday");
  expect(await problems(app.page)).toEqual([]);
  await card.getByRole("button", { name: /^Undo:/ }).click();
  await expect(app.toast("Undone")).toBeVisible();
  const core = connectCore(served.url);
  const { hits } = await core.client.call("memory.search", {
    query: "closed Thursday 19 November",
    tiers: ["daily"],
  });
  core.close();
  expect(hits.filter(({ text }) => text.includes("19 November"))).toEqual([]);
});

talkTest("MEMORY.md is rewritten only after its difference was seen", async ({ app, served, wire }) => {
  const before = await served.read("workspace/MEMORY.md");
  const [body = ""] = before.split("## Dreamed");
  const proposal = `${body.trim()}\n- Quay Deli still has eleven crates.`;
  wire.play([{ kind: "text", chunks: [proposal] }]);
  await app.memory.open();
  await app.page.getByRole("button", { name: "More about memory" }).click();
  await app.page.getByRole("menuitem", { name: "Take daily notes into MEMORY.md" }).click();
  const dialog = app.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Rewrite the whole" }).click();
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(dialog.getByTestId("diff")).toContainText("Quay Deli still has eleven crates.");
  expect(await served.read("workspace/MEMORY.md")).toBe(before);
  await dialog.getByRole("button", { name: "Write it" }).click();
  await expect(app.toast("The notes were added to MEMORY.md")).toBeVisible();
  const after = await served.read("workspace/MEMORY.md");
  expect(after).toContain("- Quay Deli still has eleven crates.");
  expect(after).toContain("## Dreamed");
});
