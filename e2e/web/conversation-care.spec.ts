import { readFile } from "node:fs/promises";
import { receivedTexts } from "../wire-server/received-texts.ts";
import { scripts } from "../wire-server/script.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest as test } from "./fixture.ts";

const summary = "SESSION INTENT\nBake.\n\nSUMMARY\nRye is dear.\n\nARTIFACTS\nnone\n\nNEXT STEPS\nOrder.";

test("the older part is summarised after a preview, a pinned message stays, and it can be undone", async ({
  app,
  wire,
  served,
}) => {
  const { client, close } = connectCore(served.url);
  const { session } = await client.call("sessions.create", { title: "Flour" });
  for (const what of ["salt", "rye", "wheat", "oats"])
    await client.call("chat.send", { session: session.id, text: `How much ${what}?` });
  close();
  await app.page.getByRole("button", { name: /^Conversations:/ }).click();
  await app.page.getByRole("option", { name: /Flour/ }).click();
  await expect(app.chat.answers).toHaveCount(4);
  const salt = app.chat.own.filter({ hasText: "How much salt?" });
  await app.chat.act(salt, "Never summarise this");
  await expect(salt).toContainText("Never summarised");

  await app.chat.button("More").click();
  await app.page.getByRole("menuitem", { name: "Summarise the older part" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Summarise the older part?" });
  await expect(dialog).toContainText(/\d+ messages are summarised/);
  await expect(dialog).toContainText("1 of them is pinned");
  wire.play([{ kind: "text", chunks: [summary] }, ...scripts.normal]);
  await dialog.getByRole("button", { name: "Summarise", exact: true }).click();
  await expect(app.toast(/messages summarised/)).toBeVisible();
  const line = app.chat.pane.getByRole("region", { name: "Turns 1 to 2 summarised" });
  await line.getByTitle("Show the summary").click();
  await expect(line).toContainText("Rye is dear.");

  await app.chat.say("And now?");
  // Every answer here is the same, so the turn is identified by what the server received.
  await expect.poll(() => receivedTexts(wire.chats().at(-1))).toContain("user: And now?");
  const sent = receivedTexts(wire.chats().at(-1));
  for (const seen of ["How much salt?", "How much oats?"]) expect(sent).toContain(`user: ${seen}`);
  expect(sent.filter((text) => text.includes("Rye is dear."))).toHaveLength(1);
  expect(sent).not.toContain("user: How much rye?");

  await line.getByRole("button", { name: "Bring back" }).click();
  await expect(app.toast(/are visible to the model again/)).toBeVisible();
  await expect(line).toHaveCount(0);
});

test("reasoning stays with its answer; a conversation is archived, exported, deleted and restored completely", async ({
  app,
  wire,
}) => {
  test.slow();
  wire.play(scripts.thoughtful);
  await app.chat.say("Where is the rye?");
  await expect(app.chat.answers).toContainText("Good morning.");
  await app.page.reload();
  await app.chat.answers.getByText("Thoughts").click();
  await expect(app.chat.answers.getByText("They greet me.")).toBeVisible();
  await app.chat.act(app.chat.own, "Never summarise this");

  const menu = async (name: string) => {
    await app.chat.button("More").click();
    await app.page.getByRole("menuitem", { name, exact: true }).click();
  };
  const saved = async (name: string) => {
    const download = app.page.waitForEvent("download");
    await menu(name);
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  const markdown = await saved("Export as Markdown");
  expect(markdown.name).toMatch(/^Where is the rye \d{4}-\d{2}-\d{2}\.md$/);
  expect(markdown.text).toContain("Where is the rye?");
  expect(JSON.parse((await saved("Export as JSON")).text)).toMatchObject({ format: "satchel-session" });

  await menu("Archive");
  const fresh = app.page.getByRole("button", { name: "Conversations: New conversation" });
  await expect(fresh).toBeVisible();
  await fresh.click();
  const away = app.page.getByRole("group", { name: "Archived" });
  await away.getByRole("option", { name: /Where is the rye/ }).click();
  await menu("Bring back from the archive");

  await menu("Delete");
  await expect(fresh).toBeVisible();
  await app.toast("is deleted").getByRole("button", { name: "Undo" }).click();
  await expect(app.chat.own).toContainText("Never summarised");
  await expect(app.chat.answers).toContainText("Good morning.");

  await app.chat.message.pressSequentially("/clear");
  await expect(app.page.getByRole("option", { name: /clear/ })).toBeVisible();
  await app.page.keyboard.press("Enter");
  await expect(app.chat.own).toHaveCount(0);
  await app.toast("starts over here").getByRole("button", { name: "Undo" }).click();
  await expect(app.chat.own).toContainText("Where is the rye?");
});
