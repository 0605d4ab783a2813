import { type WireReply } from "../wire-server/script.ts";
import { expect, talkTest as test } from "./fixture.ts";

type Body = { model?: string; options?: { temperature?: number }; temperature?: number };

const endless: WireReply = { kind: "endless", chunk: "and ", delay: 20 };

test("messages wait while an answer runs, survive a reload, are edited and moved, and wait for a word after Stop", async ({
  app,
  wire,
}) => {
  const { page } = app;
  wire.play([endless, { kind: "text", chunks: ["Done one."] }, { kind: "text", chunks: ["Done two."] }]);
  await app.chat.say("Count.");
  await expect(app.chat.answers.last()).toContainText("and and");
  await app.chat.say("Second question");
  await app.chat.say("Third question");
  await app.chat.say("A slip");
  const queue = page.getByRole("region", { name: "Messages that wait" });
  await expect(queue.getByRole("listitem")).toHaveText([/Second/, /Third/, /A slip/]);
  await expect(app.chat.message).toHaveValue("");

  await page.reload();
  await expect(app.chat.message).toHaveValue("");
  await expect(queue.getByRole("listitem")).toHaveText([/Second/, /Third/, /A slip/]);
  await queue
    .getByRole("listitem")
    .filter({ hasText: "A slip" })
    .getByRole("button", { name: "Remove" })
    .click();
  const third = queue.getByRole("listitem").filter({ hasText: "Third" });
  await third.getByRole("button", { name: "Send earlier" }).click();
  await expect(queue.getByRole("listitem")).toHaveText([/Third/, /Second/]);
  await third.getByRole("button", { name: "Edit" }).click();
  await queue.getByRole("textbox", { name: "Edit the waiting message" }).fill("Third, in short");
  await page.keyboard.press("Enter");
  await expect(queue.getByRole("listitem").first()).toContainText("Third, in short");
  await page.screenshot({ path: "e2e/.artifacts/talk/queue.png" });

  await app.chat.button("Stop the answer").click();
  await expect(queue).toContainText("Not sent, because you stopped the answer.");
  await expect(queue.getByRole("listitem")).toHaveCount(2);
  await queue.getByRole("button", { name: "Send all 2" }).click();
  await expect(app.chat.answers.last()).toContainText("Done two.");
  await expect(queue).toBeHidden();
  await expect(app.chat.own).toHaveText([/Count/, /Third, in short/, /Second question/]);
});

test("agent, profile, temperature and model are switched in the composer, said, previewed and sent", async ({
  app,
  wire,
  served,
}) => {
  const { page } = app;
  const yaml = await served.read("agents.yaml");
  await app.chat.button("Agent, profile and temperature").click();
  const panel = page.getByRole("dialog", { name: "Agent, profile and temperature" });
  await panel.getByLabel("Profile").selectOption({ label: "Persona" });
  await panel.getByRole("radio", { name: "Next message" }).click();
  await panel.getByLabel("Temperature").fill("0.3");
  await page.screenshot({ path: "e2e/.artifacts/talk/tuning.png" });
  await page.keyboard.press("Escape");
  await expect(app.chat.preview).toContainText("Memory");
  const changed = page.getByRole("list", { name: "Changed for the next answers" });
  await expect(changed.getByRole("listitem")).toHaveText([
    "Profile Persona, this conversation",
    "Temperature 0.3, next message",
  ]);
  const sent = () => wire.chats().at(-1)?.body as Body;
  await app.chat.say("Hello");
  await expect(app.chat.answers.last()).toContainText("Good morning.");
  await expect(app.chat.answers.last()).toContainText("temperature 0.3");
  expect(sent().options?.temperature ?? sent().temperature).toBe(0.3);
  await expect(changed.getByRole("listitem")).toHaveText(["Profile Persona, this conversation"]);
  await app.chat.say("And again");
  await expect(app.chat.answers).toHaveCount(2);
  expect(sent().options?.temperature ?? sent().temperature).toBeUndefined();
  await changed.getByRole("button", { name: "Undo: Profile Persona" }).click();
  await expect(changed).toBeHidden();
  expect(await served.read("agents.yaml")).toBe(yaml);
});

test("the slash lists commands, saved prompts, skills and tools with what each costs", async ({ app }) => {
  const { page } = app;
  await app.chat.message.fill("Sum up the week in five lines.");
  await app.chat.message.press("Home");
  await app.chat.message.pressSequentially("/prompts");
  await page.getByRole("option", { name: /^prompts/ }).click();
  const dialog = page.getByRole("dialog", { name: "Saved prompts" });
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveValue("Sum up the week in five lines.");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Week’s end");
  await expect(dialog).toContainText("Type /week-s-end to insert it.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("/week-s-end");
  await dialog.getByRole("button", { name: "Close" }).click();

  await app.chat.message.fill("/");
  const options = page.getByRole("option");
  await expect(options.filter({ hasText: "read_file" })).toContainText(/~[\d.K]+ in each prompt/);
  await expect(options.filter({ hasText: "when used" }).first()).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/talk/slash.png" });
  await app.chat.message.fill("/week");
  await expect(options.filter({ hasText: "week-s-end" })).toContainText(/adds ~\d+/);
  await page.keyboard.press("Enter");
  await expect(app.chat.message).toHaveValue("Sum up the week in five lines.");
});

test("back and forward step through views, files and conversations; the width of a conversation is remembered", async ({
  app,
}) => {
  const { page } = app;
  await app.files.open("HOURS.md");
  await app.files.open("PRICES.md");
  await page.keyboard.press("Control+2");
  await expect(page.getByRole("heading", { name: "Budget" }).first()).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("tab", { name: /PRICES/, selected: true })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("tab", { name: /HOURS/, selected: true })).toBeVisible();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.getByRole("tab", { name: /PRICES/, selected: true })).toBeVisible();

  await app.chat.say("Hello");
  await expect(app.chat.answers.last()).toContainText("Good morning.");
  await expect(app.chat.pane).toHaveAttribute("data-width", "reading");
  await app.chat.button("More").click();
  await page.getByRole("menuitem", { name: "Full width" }).click();
  await expect(app.chat.pane).toHaveAttribute("data-width", "full");
  await page.reload();
  await expect(app.chat.pane).toHaveAttribute("data-width", "full");
});

test("a picture of an answer is loaded only when asked for; prices stay prices; a diagram shows its source", async ({
  app,
  wire,
}) => {
  const { page } = app;
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname === "pictures.invalid") elsewhere.push(request.url());
  });
  wire.play([
    {
      kind: "text",
      chunks: [
        "Energy is $E = mc^2$, a loaf costs $5 and two $10.\n\n![The oven](https://pictures.invalid/oven.png)\n\n```mermaid\ngraph TD; A-->B\n```",
      ],
    },
  ]);
  await app.chat.say("Show me");
  const answer = app.chat.answers.last();
  await expect(answer.locator(".katex").first()).toBeVisible();
  await expect(answer).toContainText("a loaf costs $5 and two $10.");
  const picture = answer.getByRole("group", { name: "Picture that was not loaded: The oven" });
  await expect(picture).toContainText("https://pictures.invalid/oven.png");
  await expect(answer.getByText("Diagram source").or(answer.getByText("Source"))).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/talk/answer-light.png" });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.screenshot({ path: "e2e/.artifacts/talk/answer-dark.png" });
  await page.emulateMedia({ colorScheme: "light" });
  await picture.getByRole("button", { name: "Load" }).click();
  await expect(picture.getByRole("alert")).toContainText("pictures.invalid");
  expect(elsewhere).toEqual([]);
});

test("a diagram has the colours of the theme after each change, and is never taller than the screen", async ({
  app,
  wire,
}) => {
  const { page } = app;
  const steps = Array.from({ length: 30 }, (_, at) => `N${at}-->N${at + 1}`).join("; ");
  wire.play([{ kind: "text", chunks: [`\`\`\`mermaid\ngraph TD; ${steps}\n\`\`\``] }]);
  await app.chat.say("Draw it");
  const diagram = app.chat.answers.last().getByRole("img", { name: "Diagram" });
  /** The colour that fills the boxes of the picture. */
  const boxes = async () => {
    const picture = decodeURIComponent((await diagram.getAttribute("src")) ?? "");
    const fill = /\.node rect[^{]*\{[^}]*fill:\s*(#[0-9a-f]{3,6}|hsl\([^)]*\)|rgb\([^)]*\))/i.exec(
      picture,
    )?.[1];
    return fill ?? "none";
  };
  await expect(diagram).toBeVisible();
  const light = await boxes();
  expect(light).not.toBe("none");
  expect((await diagram.boundingBox())?.height).toBeLessThanOrEqual(640);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(boxes).not.toBe(light);
  await expect(diagram).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/talk/diagram-dark.png" });
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(boxes).toBe(light);
});

test("the labels of a conversation are undone also after the notice has gone", async ({ app }) => {
  const { chat, page } = app;
  await chat.say("Where is the rye?");
  await expect(chat.answers).toContainText("Good morning.");
  await chat.button("More").click();
  await page.getByRole("menuitem", { name: "Labels" }).click();
  await page.getByRole("textbox", { name: "Labels" }).fill("orders, mill");
  await page.keyboard.press("Enter");
  await app.toast("Labelled orders, mill").getByRole("button", { name: "Close" }).click();
  await expect(app.toast("Labelled orders, mill")).toHaveCount(0);
  const list = page.getByRole("button", { name: /^Conversations:/ });
  const labels = page.getByRole("group", { name: "Labels" });
  await list.click();
  await expect(labels).toContainText("mill");
  await page.keyboard.press("Escape");

  const undo = page.getByRole("option", { name: "Undo: Labelled orders, mill" });
  await app.openPalette();
  await page.keyboard.type("undo labelled");
  await undo.click();
  await list.click();
  await expect(page.getByRole("option", { name: /rye/ })).toBeVisible();
  await expect(labels).toHaveCount(0);
  await page.keyboard.press("Escape");
  await app.openPalette();
  await page.keyboard.type("undo");
  await expect(page.getByRole("option", { name: /^Undo the last change/ })).toBeVisible();
  await expect(undo).toHaveCount(0);
});
