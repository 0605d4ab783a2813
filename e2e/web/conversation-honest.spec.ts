import { readFile } from "node:fs/promises";
import { receivedTexts } from "../wire-server/received-texts.ts";
import { isSummaryAsked, type ReceivedRequest } from "../wire-server/start-wire-server.ts";
import type { WireReply } from "../wire-server/script.ts";
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
  await expect(gone).toContainText("No summary stands in their place");
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
  await expect(app.chat.own.last()).toContainText("Thank you.");
  const fromSummary = app.chat.answers.filter({ hasText: "It is 4711." });
  await app.chat.scrollTo(fromSummary);
  await app.chat.act(fromSummary, "See what was sent");
  const sent = app.page.getByRole("region", { name: /^As sent, turn/ });
  await expect(sent.getByRole("document")).toContainText("What was the door code?");
  await expect(sent.getByRole("document")).not.toContainText("Thank you.");
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
