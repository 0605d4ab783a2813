import { scripts } from "../wire-server/script.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, talkTest as test } from "./fixture.ts";

const table = [
  "One baking day less takes about a sixth off the strong white. Fenwick delivers in 25 kg sacks, so I rounded up:",
  "| Item | Last week | This week | Cost |\n|---|--:|--:|--:|\n| Strong white, 25 kg | 12 sacks | **10 sacks** | £189.00 |\n| Wholemeal, 25 kg | 2 sacks | **2 sacks** | £41.60 |\n| Rye, 12.5 kg | 1 sack | **1 sack** | £14.20 |",
].join("\n\n");
const order =
  "# Fenwick Mill, order for 16 November\n\n- Strong white 25 kg: 10\n- Wholemeal 25 kg: 2\n- Rye 12.5 kg: 1\n";

test("pictures of a conversation, and axe finds nothing in them", async ({ app, wire }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = camera(page);
  const usage = { input: 9000, output: 80 };
  wire.play([
    {
      kind: "tools",
      calls: [{ id: "call_1", name: "read_file", args: { path: "knowledge/suppliers.md" } }],
      usage,
    },
    {
      kind: "tools",
      text: table,
      calls: [{ id: "call_2", name: "write_file", args: { path: "orders/monday-fenwick.md", text: order } }],
      usage,
    },
    {
      kind: "text",
      chunks: ["It is written. The code is:\n\n```js\nconst sacks = 10; // strong white\n```"],
      usage,
    },
  ]);
  await app.files.open("HOURS.md");
  await app.chat.say(
    "We close on Thursday for the oven service. Draft Monday’s order for Fenwick Mill and check it against @suppliers.md, please.",
  );
  await expect(app.chat.button("Create")).toBeVisible();
  await take("approval");
  await app.chat.button("Create").click();
  await expect(app.chat.answers.last()).toContainText("It is written.");
  await app.chat.message.pressSequentially("@pr");
  await expect(page.getByRole("option", { name: /PRICES/ })).toBeVisible();
  await take("conversation");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Conversations:/ }).click();
  await expect(page.getByRole("option", { name: /We close on Thursday/ })).toBeVisible();
  await take("conversations");
  await page.keyboard.press("Escape");
  wire.play(scripts.wrongKey);
  await app.chat.say("And the one after that?");
  await expect(app.chat.pane.getByRole("alert")).toContainText("Your message is kept");
  await take("answer-failed");
});
