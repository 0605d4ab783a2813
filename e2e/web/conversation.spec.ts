import { scripts } from "../wire-server/script.ts";
import { expect, talkTest as test } from "./fixture.ts";

test("a question is answered, and the answer shows what the agent did not see", async ({ app }) => {
  await app.chat.say("Good morning?");
  await expect(app.chat.answers).toHaveText(/Good morning\./);
  await expect(app.chat.own).toContainText("Good morning?");
  await expect(app.chat.message).toHaveValue("");
  await expect(app.chat.pane).toContainText("4 files were left out.");
  await app.page.reload();
  await expect(app.chat.answers).toHaveText(/Good morning\./);
});

test("a tool call shows what it read, and a write waits for approval with its difference", async ({
  app,
  wire,
  served,
}) => {
  const path = "notes/order.md";
  const text = "# Monday\n\n- Strong white 25 kg: 10\n";
  wire.play([
    {
      kind: "tools",
      text: "Let me look.",
      calls: [
        { id: "call_1", name: "read_file", args: { path: "HOURS.md" } },
        { id: "call_2", name: "write_file", args: { path, text } },
      ],
    },
    { kind: "text", chunks: ["The order ", "is written."] },
  ]);
  await app.chat.say("Write Monday’s order.");
  await expect(app.chat.button("Create")).toBeVisible();
  await expect(app.chat.pane.getByRole("button", { name: /Read HOURS\.md/ })).toBeVisible();
  const card = app.chat.pane.getByRole("region", { name: "Create a file?" });
  await expect(card).toContainText("Strong white 25 kg: 10");
  // A reloaded window shows the request again.
  await app.page.reload();
  await expect(app.chat.button("Create")).toBeVisible();
  await app.chat.button("Create").click();
  await expect(app.chat.answers.last()).toContainText("The order is written.");
  expect(await served.read(`workspace/${path}`)).toBe(text);
});

test("a declined write changes nothing, and the conversation continues", async ({ app, wire, served }) => {
  wire.play([
    {
      kind: "tools",
      calls: [{ id: "call_1", name: "write_file", args: { path: "HOURS.md", text: "closed\n" } }],
    },
    { kind: "text", chunks: ["Then not."] },
  ]);
  const before = await served.read("workspace/HOURS.md");
  await app.chat.say("Close for good.");
  await app.chat.button("Decline").click();
  await expect(app.chat.answers.last()).toContainText("Then not.");
  expect(await served.read("workspace/HOURS.md")).toBe(before);
});

test("an answer is stopped, keeps the received part, and can be continued", async ({ app, wire }) => {
  wire.play(scripts.endless);
  await app.chat.say("Count.");
  await expect(app.chat.answers.last()).toContainText("and and");
  await app.chat.button("Stop the answer").click();
  await expect(app.chat.pane).toContainText("The answer was stopped.");
  await expect(app.chat.answers.last()).toContainText("and and");
  wire.play(scripts.normal);
  await app.chat.button("Continue").click();
  await expect(app.chat.answers.last()).toContainText("Good morning.");
});

test("an edited question creates a second version, and both stay", async ({ app, wire }) => {
  wire.play([
    { kind: "text", chunks: ["First answer."] },
    { kind: "text", chunks: ["Second answer."] },
  ]);
  await app.chat.say("First question");
  await expect(app.chat.answers.last()).toContainText("First answer.");
  await app.chat.act(app.chat.own, "Edit");
  await app.page.getByRole("textbox", { name: "Edit your message" }).fill("Second question");
  await app.page.keyboard.press("Enter");
  await expect(app.chat.answers.last()).toContainText("Second answer.");
  await expect(app.chat.own).toContainText("2 / 2");
  await app.chat.act(app.chat.own, "Previous version");
  await expect(app.chat.own).toContainText("First question");
  await expect(app.chat.answers.last()).toContainText("First answer.");
});

test("an answer can be asked for again", async ({ app, wire }) => {
  wire.play([
    { kind: "text", chunks: ["One way."] },
    { kind: "text", chunks: ["Another way."] },
  ]);
  await app.chat.say("How?");
  await expect(app.chat.answers).toContainText("One way.");
  await app.chat.act(app.chat.answers, "Answer again");
  await expect(app.chat.answers).toContainText("Another way.");
  await expect(app.chat.answers).toContainText("2 / 2");
});

test("a reload in the middle of an answer loses nothing and repeats nothing", async ({ app, wire }) => {
  const words = Array.from({ length: 80 }, (_, index) => `w${index} `);
  wire.play([{ kind: "text", chunks: words, delay: 60 }]);
  await app.chat.say("Tell me.");
  await expect(app.chat.answers.last()).toContainText("w5 ");
  await app.page.reload();
  await expect(app.chat.answers.last()).toContainText("w5 ");
  await expect(app.chat.answers.last()).toContainText("w79");
  await expect(app.chat.button("Send")).toBeVisible();
  const said = await app.chat.answers.last().getByTestId("answer-text").textContent();
  expect(said?.trim().split(/\s+/)).toEqual(words.map((word) => word.trim()));
});

test("a refused key is reported with what to do, and nothing is lost", async ({ app, wire }) => {
  wire.play(scripts.wrongKey);
  await app.chat.say("Hello?");
  const trouble = app.chat.pane.getByRole("alert");
  await expect(trouble).toContainText("Your message is kept");
  await expect(trouble.getByRole("button", { name: "Open the settings" })).toBeVisible();
  await trouble.getByRole("button", { name: "Answer with Built-in" }).click();
  await expect(app.chat.answers.last()).toBeVisible();
  await expect(app.status.getByRole("button", { name: "Model: Built-in" })).toBeVisible();
});

test("a server that read less than was sent raises an alarm with a fix", async ({ app, wire }) => {
  wire.play(scripts.readLess);
  await app.chat.say("What do you see?");
  await expect(app.chat.pane.getByRole("alert")).toContainText(/read 9 of ~[\d,]+ tokens/);
});

test("Markdown is drawn: tables, code to copy, formulas and diagrams, and no foreign picture", async ({
  app,
  wire,
}) => {
  const text = [
    "## Order",
    "| Item | Sacks |\n|---|--:|\n| Rye | 1 |",
    "```js\nconst sacks = 10;\n```",
    "$$\nE = mc^2\n$$",
    "```mermaid\ngraph TD; A-->B;\n```",
    "![a picture](https://example.invalid/a.png) <script>window.hurt = true</script>",
  ].join("\n\n");
  wire.play([{ kind: "text", chunks: text.match(/[\s\S]{1,20}/g) ?? [] }]);
  await app.chat.say("Show me.");
  const answer = app.chat.answers.last();
  await expect(answer.getByRole("cell", { name: "Rye" })).toBeVisible();
  await expect(answer.getByRole("button", { name: "Copy the code" }).first()).toBeVisible();
  await expect(answer.locator(".katex").first()).toBeVisible();
  await expect(answer.getByRole("img", { name: "Diagram" })).toBeVisible();
  await expect(answer.getByRole("group", { name: "Picture that was not loaded: a picture" })).toContainText(
    "https://example.invalid/a.png",
  );
  expect(await app.page.evaluate(() => "hurt" in window)).toBe(false);
});

test("a link in an answer opens the file it points to", async ({ app, wire }) => {
  wire.play([
    {
      kind: "text",
      chunks: [
        "See [the hours](HOURS.md), [the oven](./knowledge/oven-manual.md#rest) or [this](javascript:1).",
      ],
    },
  ]);
  await app.chat.say("Where?");
  await app.chat.answers.last().getByRole("button", { name: "the hours" }).click();
  await expect(app.editor.tab("HOURS.md")).toHaveAttribute("aria-selected", "true");
  await expect(app.editor.lines).toContainText("Monday");
  await app.chat.answers.last().getByRole("button", { name: "the oven" }).click();
  await expect(app.editor.tab("oven-manual.md")).toHaveAttribute("aria-selected", "true");
  await expect(app.chat.answers.last()).toContainText("or this.");
  await expect(app.chat.answers.last().getByRole("link")).toHaveCount(0);
});

test("code in an answer is copied exactly", async ({ app, wire, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  wire.play([{ kind: "text", chunks: ["Here:\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n"] }]);
  await app.chat.say("Show me.");
  await app.chat.answers.last().getByRole("button", { name: "Copy the code" }).click();
  await expect(app.chat.answers.last().getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = () => app.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe("const a = 1;\n\nconst b = 2;");
});

test("the ring beside the message shows how full the window is and opens the budget", async ({ app }) => {
  const ring = app.chat.pane.getByRole("button", { name: /^~?[\d.]+K? \/ [\d.]+K? tokens/ });
  await expect(ring).toBeVisible();
  await ring.click();
  await expect(app.view("Budget")).toHaveAttribute("aria-current", "page");
});

test("code in an answer is written to a file after its difference was shown", async ({
  app,
  wire,
  served,
}) => {
  wire.play([{ kind: "text", chunks: ["```md\n- Closed on Thursday.\n```"] }]);
  await app.files.open("HOURS.md");
  await app.chat.say("Add it.");
  await app.chat.answers.last().getByRole("button", { name: "Apply to a file" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Apply to a file" });
  await expect(dialog.getByRole("group", { name: "What would change" })).toContainText("Closed on Thursday.");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(app.toast("is changed")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toMatch(/- Closed on Thursday\.\n$/);
});

test("a file is mentioned with the keyboard and sent with the message", async ({ app, wire }) => {
  await app.chat.message.click();
  await app.page.keyboard.type("Check against @suppl");
  await expect(app.page.getByRole("option", { name: /suppliers\.md/ })).toBeVisible();
  await app.page.keyboard.press("Enter");
  await expect(app.chat.message).toHaveValue("Check against @suppliers.md ");
  await expect(app.chat.pane.getByRole("list", { name: "Attached files" })).toContainText("suppliers.md");
  await app.page.keyboard.press("Enter");
  await expect(app.chat.answers.last()).toContainText("Good morning.");
  expect(JSON.stringify(wire.chats().at(-1)?.body)).toContain("<file path=");
});

test("a file is dragged from the tree into the message", async ({ app }) => {
  await app.files.row("PRICES.md").dragTo(app.chat.message);
  await expect(app.chat.pane.getByRole("list", { name: "Attached files" })).toContainText("PRICES.md");
});

test("a draft is kept in its conversation", async ({ app }) => {
  await app.chat.say("Good morning?");
  await expect(app.chat.answers).toContainText("Good morning.");
  await app.chat.message.fill("half a thought");
  await app.chat.button("New conversation").click();
  await expect(app.chat.message).toHaveValue("");
  await app.page.getByRole("button", { name: /^Conversations:/ }).click();
  await app.page.getByRole("option", { name: /Good morning\?/ }).click();
  await expect(app.chat.message).toHaveValue("half a thought");
});

test("a conversation is renamed, found by its messages, deleted and restored", async ({ app }) => {
  await app.chat.say("Where is the rye?");
  await expect(app.chat.answers).toContainText("Good morning.");
  await app.chat.button("More").click();
  await app.page.getByRole("menuitem", { name: "Rename" }).click();
  await app.page.getByRole("textbox", { name: "Name of the conversation" }).fill("Flour");
  await app.page.keyboard.press("Enter");
  const title = app.page.getByRole("button", { name: "Conversations: Flour" });
  await expect(title).toBeVisible();
  await title.click();
  await app.page.keyboard.type("rye");
  await expect(app.page.getByRole("option", { name: /Where is the rye/ })).toBeVisible();
  await app.page.keyboard.press("Escape");
  await app.chat.button("More").click();
  await app.page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(app.page.getByRole("button", { name: "Conversations: New conversation" })).toBeVisible();
  await app.toast("is deleted").getByRole("button", { name: "Undo" }).click();
  await expect(title).toBeVisible();
  await expect(app.chat.answers).toContainText("Good morning.");
});

test("a command of the composer is found by its first letters", async ({ app }) => {
  await app.chat.say("Good morning?");
  await expect(app.chat.answers).toContainText("Good morning.");
  await app.chat.message.pressSequentially("/com");
  await app.page.keyboard.press("Enter");
  await expect(app.page.getByRole("dialog")).toContainText("nothing to summarise");
});

test("a pinned message is never summarised", async ({ app }) => {
  await app.chat.say("Remember the rye.");
  await expect(app.chat.answers).toContainText("Good morning.");
  await app.chat.act(app.chat.own, "Never summarise this");
  await expect(app.chat.own).toContainText("Never summarised");
  await app.page.reload();
  await expect(app.chat.own).toContainText("Never summarised");
});

test("the list follows an answer until the user scrolls up, and again when they return", async ({
  app,
  wire,
}) => {
  wire.play([
    { kind: "text", chunks: Array.from({ length: 120 }, (_, index) => `Line ${index}.\n\n`), delay: 40 },
  ]);
  await app.chat.say("Tell me a lot.");
  await expect(app.chat.list).toContainText("Line 40.");
  const gap = () =>
    app.chat.list.evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  expect(await gap()).toBeLessThan(40);
  await app.chat.list.hover();
  await app.page.mouse.wheel(0, -400);
  await expect.poll(gap).toBeGreaterThan(200);
  await expect(app.chat.list).toContainText("Line 70.");
  expect(await gap()).toBeGreaterThan(200);
  await app.chat.button("Go to the newest").click();
  await expect.poll(gap).toBeLessThan(40);
});
