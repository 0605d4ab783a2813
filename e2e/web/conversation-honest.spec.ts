import { readFile } from "node:fs/promises";
import { receivedTexts } from "../wire-server/received-texts.ts";
import { isSummaryAsked, type ReceivedRequest } from "../wire-server/start-wire-server.ts";
import { scripts, type WireReply } from "../wire-server/script.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest as test } from "./fixture.ts";

const text = (content: string): WireReply => ({ kind: "text", chunks: [content] });
const bread = "Flour, water, salt and a good deal of patience make bread. ";

/** Long answers; a request for a summary gets `summary`, and what a question asks for only if it was sent. */
const baker =
  (summary: (known: string) => string) =>
  (request: ReceivedRequest): WireReply => {
    const sent = receivedTexts(request).join("\n");
    const known = /door code is (\d{4})/.exec(sent)?.[1] ?? "unknown";
    if (isSummaryAsked(request)) return text(summary(known));
    return text(sent.trimEnd().endsWith("door code?") ? `It is ${known}.` : bread.repeat(120));
  };

test("answers that end badly say so at their place, also after a reload, with what to do", async ({
  app,
  wire,
  served,
}) => {
  test.slow();
  const { chat, page } = app;
  const note = () => chat.answers.last().getByLabel("How the answer ended");
  wire.play(scripts.cutShort);
  await chat.say("Tell me everything about rye");
  await expect(note()).toContainText("cut at the length limit");
  wire.play([text("wer is rye.")]);
  await note().getByRole("button", { name: "Continue" }).click();
  await expect(chat.answers.last()).toContainText("wer is rye.");
  const receipt = chat.answers.last().getByTitle("See what was sent");
  await expect(receipt).toContainText(/tiny · read 100 · wrote 1 · first word after .* s · .*runs here/);

  wire.play(scripts.streamError);
  await chat.say("And oats?");
  await expect(note()).toContainText("reported an error: The engine lost the model");
  await expect(chat.answers.last()).toContainText("It begins");
  await expect(note().getByRole("button", { name: "Answer with …" })).toBeVisible();
  wire.play(scripts.empty);
  await chat.say("And spelt?");
  await expect(note()).toContainText("answered with nothing");
  wire.play(scripts.refused);
  await chat.say("And poppies?");
  await expect(note()).toContainText("refused to answer");

  wire.play(scripts.wrongKey);
  await chat.say("Lost question?");
  await expect(note()).toContainText("did not accept the key");
  await page.screenshot({ path: "e2e/.artifacts/screens/honest-endings.png" });
  await page.reload();
  await expect(note()).toContainText("did not accept the key");
  await expect(chat.list.getByLabel("How the answer ended")).toHaveCount(5);
  // A question that failed is not sent again with the next one; one that is asked again is.
  wire.play(scripts.normal);
  await chat.say("Good morning?");
  await expect(chat.answers.last()).toContainText("Good morning.");
  const sent = receivedTexts(wire.chats().at(-1));
  for (const gone of ["And spelt?", "And poppies?", "Lost question?"])
    expect(sent).not.toContain(`user: ${gone}`);
  expect(sent).toContain("user: And oats?");

  // 429 counts down; a declined tool is declined and a waiting one waits.
  const busy = { kind: "status", status: 429, headers: { "retry-after": "3" }, message: "Slow." } as const;
  const write = { id: "c", name: "write_file", args: { path: "a.md", text: "one\ntwo\n" } };
  wire.play([busy, { kind: "tools", calls: [write] }, ...scripts.normal]);
  await chat.say("Write it down");
  await expect(chat.pane).toContainText("Trying again in 2 s.");
  await expect(chat.pane).toContainText("waiting for you");
  await page.screenshot({ path: "e2e/.artifacts/screens/honest-waiting.png" });
  await chat.button("Decline").click();
  await expect(chat.pane).toContainText("declined");
  await expect(chat.button("Send")).toBeVisible();

  // A prompt that does not fit names what is attached, and goes on without it.
  await served.write(
    "workspace/knowledge/long.md",
    `# Long\n\n${bread.repeat(9000)}\n\nRye needs 78 % water.`,
  );
  const { client, close } = connectCore(served.url);
  const { sessions } = await client.call("sessions.list", {});
  const attachments = ["workspace/knowledge/long.md"];
  await client.call("chat.send", {
    session: sessions[0]?.id ?? "",
    text: "How much water does rye need?",
    attachments,
  });
  close();
  await expect(note()).toContainText("your message with workspace/knowledge/long.md");
  for (const name of ["Take it out", "Larger window"])
    await expect(note().getByRole("button", { name })).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/screens/honest-too-long.png" });
  wire.play(scripts.normal);
  await note().getByRole("button", { name: "Only what matters" }).click();
  await expect.poll(() => receivedTexts(wire.chats().at(-1)).at(-1)).toContain("Rye needs 78 % water.");
  await expect(note()).toHaveCount(0);
});

test("turns that are not read say so at their place, are summarised, read from the summary and brought back", async ({
  app,
  wire,
  served,
}) => {
  test.slow();
  const { client, close } = connectCore(served.url);
  const [agent] = (await client.call("agents.list", {})).agents;
  await client.call("agents.save", {
    id: agent?.id ?? "",
    values: { maxContextTokens: 16_384, maxOutputTokens: 4096, memory: { enabled: false } },
  });
  wire.play([{ kind: "reply", to: baker(() => " ") }]);
  const { session } = await client.call("sessions.create", { title: "Long answers" });
  for (const question of [
    "Hello?",
    "The door code is 4711.",
    "And rye?",
    "And oats?",
    "And spelt?",
    "More?",
    "Salt?",
  ])
    await client.call("chat.send", { session: session.id, text: question });
  await app.page.getByRole("button", { name: /^Conversations:/ }).click();
  await app.page.getByRole("option", { name: /Long answers/ }).click();

  // The model wrote no summary, so the oldest turns had to go, and each place says the same about it.
  const gone = app.chat.pane.getByRole("region", { name: /^Turns 1 to \d are no longer read/ });
  await app.chat.scrollTo(gone);
  await expect(gone).toContainText("do not fit the window of 16,384 tokens");
  await expect(gone).toContainText("There is no summary of them");
  await expect(app.chat.pane).toContainText(/\d+ messages were not read\./);
  await app.page.screenshot({ path: "e2e/.artifacts/screens/honest-forgotten.png" });

  wire.play([{ kind: "reply", to: baker((known) => `SUMMARY\nThe door code is ${known}.`) }]);
  await gone.getByRole("button", { name: "Summarise" }).click();
  await app.page.getByRole("dialog").getByRole("button", { name: "Summarise", exact: true }).click();
  const line = app.chat.pane.getByRole("region", { name: /^Turns 1 to \d summarised/ });
  await app.chat.scrollTo(line);
  await expect(gone).toHaveCount(0);
  await app.chat.say("What was the door code?");
  await expect(app.chat.answers.last()).toContainText("It is 4711.");
  await app.chat.scrollTo(line);
  await line.getByTitle("Show the summary").click();
  await expect(line).toContainText("The door code is 4711.");
  await app.page.screenshot({ path: "e2e/.artifacts/screens/honest-summarised.png" });

  // What was sent for an answer is that answer's own run, also when others came after it.
  await client.call("chat.send", { session: session.id, text: "Thank you." });
  // The list may move to a new answer by itself; after that it stays where it is scrolled to.
  await expect(app.chat.pane).toContainText("turn 9");
  const fromSummary = app.chat.answers.filter({ hasText: "It is 4711." });
  const sent = app.page.getByRole("region", { name: /^As sent, turn/ });
  await expect(async () => {
    await app.chat.scrollTo(fromSummary);
    await app.chat.act(fromSummary, "See what was sent");
    await expect(sent.getByRole("document")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(sent.getByRole("document")).toContainText("What was the door code?");
  await expect(sent.getByRole("document")).not.toContainText("Thank you.");
  const also = app.page.getByRole("region", { name: "Also asked" });
  await also.getByText("a summary").last().click();
  await expect(also).toContainText("You summarise the older part of a conversation");
  const download = app.page.waitForEvent("download");
  await app.page.getByRole("button", { name: "Export" }).click();
  await app.page.getByRole("menuitem", { name: /account|manifest/i }).click();
  const path = await (await download).path();
  const account = JSON.parse(await readFile(path, "utf8")) as { id: string; segments: { status: string }[] };
  const asked = (await client.call("sessions.read", { session: session.id })).entries.find(
    (entry) => entry.type === "message" && entry.content === "It is 4711.",
  );
  expect(account.id).toBe(asked?.type === "message" ? asked.run : "");
  expect(account.segments.some(({ status }) => status === "summarised")).toBe(true);
  await app.page.screenshot({ path: "e2e/.artifacts/screens/honest-sent.png" });

  await app.view("Files").click();
  await app.chat.scrollTo(line);
  await line.getByRole("button", { name: "Bring back" }).click();
  await expect(line).toHaveCount(0);
  close();
});
