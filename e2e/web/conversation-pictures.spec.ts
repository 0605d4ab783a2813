import { AxeBuilder } from "@axe-core/playwright";
import { expect, talkTest as test } from "./fixture.ts";

const table = [
  "One baking day less takes about a sixth off the strong white. Fenwick delivers in 25 kg sacks, so I rounded up:",
  "| Item | Last week | This week | Cost |\n|---|--:|--:|--:|\n| Strong white, 25 kg | 12 sacks | **10 sacks** | £189.00 |\n| Wholemeal, 25 kg | 2 sacks | **2 sacks** | £41.60 |\n| Rye, 12.5 kg | 1 sack | **1 sack** | £14.20 |",
].join("\n\n");
const order =
  "# Fenwick Mill, order for 16 November\n\n- Strong white 25 kg: 10\n- Wholemeal 25 kg: 2\n- Rye 12.5 kg: 1\n";

for (const theme of ["light", "dark"] as const) {
  test(`pictures of a conversation, ${theme}`, async ({ app, wire }) => {
    test.slow();
    const { page } = app;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 800 });
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
        calls: [
          { id: "call_2", name: "write_file", args: { path: "orders/monday-fenwick.md", text: order } },
        ],
        usage,
      },
      {
        kind: "text",
        chunks: ["It is written. The code is:\n\n```js\nconst sacks = 10; // strong white\n```"],
        usage,
      },
    ]);
    const problems = async () =>
      (await new AxeBuilder({ page }).exclude(".monaco-editor").analyze()).violations.map(
        ({ id, nodes }) => ({
          id,
          where: nodes.map(({ target }) => target.join(" ")),
        }),
      );
    await app.files.open("HOURS.md");
    await app.chat.say(
      "We close on Thursday for the oven service. Draft Monday’s order for Fenwick Mill and check it against @suppliers.md, please.",
    );
    await expect(app.chat.button("Create")).toBeVisible();
    await page.screenshot({ path: `e2e/.artifacts/screens/${theme}-1280x800/approval.png` });
    expect.soft(await problems()).toEqual([]);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.screenshot({ path: `e2e/.artifacts/screens/${theme}-1920x1080/approval.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
    await app.chat.button("Create").click();
    await expect(app.chat.answers.last()).toContainText("It is written.");
    await app.chat.message.pressSequentially("@pr");
    await expect(page.getByRole("option", { name: /PRICES/ })).toBeVisible();
    expect.soft(await problems()).toEqual([]);
    await page.screenshot({ path: `e2e/.artifacts/screens/${theme}-1280x800/conversation.png` });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Conversations:/ }).click();
    await expect(page.getByRole("option", { name: /We close on Thursday/ })).toBeVisible();
    await page.screenshot({ path: `e2e/.artifacts/screens/${theme}-1280x800/conversations.png` });
    expect.soft(await problems()).toEqual([]);
  });
}
