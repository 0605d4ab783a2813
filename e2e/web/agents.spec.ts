import { expect, talkTest, test } from "./fixture.ts";
import { problems } from "./problems.ts";

test("the form writes agents.yaml, keeps its comments, and can be undone", async ({ app, served }) => {
  const before = await served.read("agents.yaml");
  await app.view("Agents").click();
  const form = app.page.getByRole("form", { name: "Juno" });
  expect(await problems(app.page)).toEqual([]);
  await expect(app.page.getByRole("region", { name: "Persona" })).toContainText(
    "a harbour seal that learned to read",
  );
  const save = form.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();

  await form.getByRole("textbox", { name: "Window" }).fill("many");
  await expect(form.getByText("Enter a whole number.")).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await problems(app.page)).toEqual([]);
  await form.getByRole("textbox", { name: "Window" }).fill("8192");
  await form.getByRole("textbox", { name: "Subject" }).fill("running two bakeries");
  await app.page.getByRole("button", { name: /^Counter/ }).click();
  await expect(app.page.getByRole("form", { name: "Counter" })).toBeVisible();
  await app.view("History").click();
  await app.view("Agents").click();
  await app.page.getByRole("button", { name: /^Juno.*not saved/ }).click();
  await expect(form.getByRole("textbox", { name: "Subject" })).toHaveValue("running two bakeries");
  await save.click();
  await expect(app.toast("Juno is saved")).toBeVisible();

  const text = await served.read("agents.yaml");
  expect(text).toContain("maxContextTokens: 8192");
  expect(text).toContain("domain: running two bakeries");
  expect(text).toContain("# A window that most local models can hold.");
  expect(text).toContain("# pay and sick days are nobody's prompt");
  await expect(app.status).toContainText("of 8,192");

  await app.toast("Juno is saved").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => served.read("agents.yaml")).toBe(before);
});

test("a new agent is created from a name and removed again", async ({ app, served }) => {
  const before = await served.read("agents.yaml");
  await app.view("Agents").click();
  await app.page.getByRole("button", { name: "New agent" }).click();
  const form = app.page.getByRole("form", { name: "New agent" });
  await form.getByRole("textbox", { name: "Name" }).fill("Night Shift");
  await expect(form.getByRole("textbox", { name: "Id" })).toHaveValue("night-shift");
  await form.getByRole("button", { name: "Add the agent" }).click();
  await expect(app.page.getByRole("form", { name: "Night Shift" })).toBeVisible();
  expect(await served.read("agents.yaml")).toContain("id: night-shift");
  await app.page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(app.toast("Night Shift is removed")).toBeVisible();
  expect((await served.read("agents.yaml")).trim()).toBe(before.trim());
});

test("tools are a list with what each costs, and one that is off is not sent", async ({ app, served }) => {
  await app.view("Agents").click();
  const form = app.page.getByRole("form", { name: "Juno" });
  const tools = form.getByRole("group", { name: "May use" });
  await expect(tools).toContainText("12 tools take 883 tokens of each prompt");
  await expect(form.getByRole("textbox", { name: "Window" })).toHaveValue("16,384");
  const stats = tools.getByRole("switch", { name: "my_stats" });
  await expect(stats).toBeChecked();
  await stats.click();
  await expect(tools.getByRole("radio", { name: "Only these" })).toBeChecked();
  await expect(tools).toContainText("11 tools take");
  const delegates = form.getByRole("group", { name: "May ask" });
  await expect(delegates.getByRole("listitem")).toHaveText([
    /^counter.*agents\.yaml.*answering customers/,
    /^bookkeeper.*workspace\/subagents\/bookkeeper\.md.*Adds up invoices.*~?[\d,]+$/,
  ]);
  await expect(delegates.getByRole("switch", { name: "bookkeeper" })).toBeChecked();
  await delegates.scrollIntoViewIfNeeded();
  await app.page.screenshot({ path: "e2e/.artifacts/agents-delegates.png" });
  expect(await problems(app.page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(app.toast("Juno is saved")).toBeVisible();
  const text = await served.read("agents.yaml");
  expect(text).toContain("read_file");
  expect(text).not.toContain("my_stats");
  await app.view("Budget").click();
  await app.page.getByRole("button", { name: "Skip the tour" }).click();
  await expect(app.page.getByRole("button", { name: /^11 tools, sent/ })).toBeVisible();
});

test("a subagent is written in a form, with what its prompt takes beside it", async ({ app, served }) => {
  await app.view("Agents").click();
  await app.page.getByRole("button", { name: "New subagent" }).click();
  const form = app.page.getByRole("form", { name: "New subagent" });
  const budget = app.page.getByRole("complementary", { name: "Its prompt" });
  await form.getByRole("textbox", { name: "Name" }).fill("proof-reader");
  await expect(budget).toContainText("has no description");
  await form.getByRole("textbox", { name: "What it is for" }).fill("Finds mistakes in letters");
  await expect(budget).toContainText(/[\d,]+ of [\d,]+ before anything is asked of it/);
  const used = async () => Number((await budget.locator("b").textContent())?.replaceAll(/[^\d]/g, ""));
  const before = await used();
  await form
    .getByRole("textbox", { name: "Prompt" })
    .fill("Read the letter twice and list what is wrong. ".repeat(20));
  await expect.poll(used).toBeGreaterThan(before + 100);
  await app.page.screenshot({ path: "e2e/.artifacts/subagent-form.png" });
  expect(await problems(app.page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(app.toast("proof-reader is saved")).toBeVisible();
  expect(await served.read("workspace/subagents/proof-reader.md")).toMatch(
    /^---\ndescription: Finds mistakes in letters\nsteps: 10\n---\n\nRead the letter twice/,
  );
  await expect(app.page.getByText("No agent may hand work to it yet")).toBeVisible();
  const saved = app.page.getByRole("form", { name: "proof-reader" });
  await saved.getByRole("textbox", { name: "What it is for" }).fill("Finds mistakes");
  await saved.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => served.read("workspace/subagents/proof-reader.md"))
    .toContain("description: Finds mistakes\n");
  await app.page.setViewportSize({ width: 900, height: 600 });
  await app.page.emulateMedia({ colorScheme: "dark" });
  await expect(budget).toBeVisible();
  await app.page.screenshot({ path: "e2e/.artifacts/subagent-form-small-dark.png" });
});

test("an invalid line in agents.yaml is reported, with a link to it", async ({ app, served }) => {
  await served.write(
    "agents.yaml",
    (await served.read("agents.yaml")).replace("maxContextTokens: 16384", "maxContextTokens: lots"),
  );
  await app.view("Agents").click();
  await expect(app.page.getByText(/Line \d+:/)).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await app.page.getByRole("button", { name: "Open agents.yaml" }).first().click();
  await expect(app.editor.tab("agents.yaml")).toBeVisible();
});

test("a profile that ships is duplicated, and the copy is changed", async ({ app, served }) => {
  await app.view("Agents").click();
  await app.page.getByRole("button", { name: /^Layered/ }).click();
  await expect(app.page.getByText("ships with Satchel and cannot be changed")).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await app.page.getByRole("button", { name: "Duplicate" }).click();
  const form = app.page.getByRole("form", { name: "Layered, mine" });
  await form.getByRole("textbox", { name: "One file" }).fill("5000");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(app.toast("Layered, mine is saved")).toBeVisible();
  await app.page.getByRole("button", { name: "Move memory up" }).click();
  await expect
    .poll(async () => JSON.parse(await served.read(".satchel/profiles/my-layered.json")))
    .toMatchObject({
      perFile: 5000,
      layers: [{ id: "soul" }, { id: "files" }, { id: "memory" }, { id: "system" }],
    });
  await form.getByRole("textbox", { name: "Summarise at" }).fill("7");
  await expect(form.getByText("A share between 0 and 1")).toBeVisible();
});

talkTest(
  "a task handed to a subagent is a nested turn that opens, with its parts in the budget",
  async ({ app, wire }) => {
    const { page, chat } = app;
    wire.play([
      {
        kind: "tools",
        calls: [{ id: "a", name: "delegate", args: { agent: "bookkeeper", task: "Add up the flour." } }],
      },
      { kind: "text", chunks: ["The flour is £61."] },
      { kind: "text", chunks: ["We owe £61."] },
    ]);
    await chat.say("What do we owe for flour?");
    await expect(chat.answers.last()).toContainText("We owe £61.");
    await expect(chat.list).toContainText("Asked bookkeeper: Add up the flour.");
    await page.screenshot({ path: "e2e/.artifacts/delegated.png" });
    await chat.list.getByRole("button", { name: "Open the conversation of bookkeeper" }).click();
    await expect(chat.own).toContainText("Add up the flour.");
    await expect(chat.answers).toContainText("The flour is £61.");
    await chat.answers.getByTitle("See what was sent").click();
    const sent = page.getByRole("region", { name: "As sent, turn 1" });
    await expect(sent.getByRole("document")).toContainText("You keep the books of a small bakery.");
    await expect(sent.getByRole("document")).toContainText("Add up the flour.");
    await expect(sent.getByRole("heading", { name: /^System prompt.*tokens$/ })).toBeVisible();
    await page.screenshot({ path: "e2e/.artifacts/delegated-budget.png" });
  },
);
