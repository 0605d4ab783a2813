import type { Page } from "@playwright/test";
import { MANY_PICTURES_MS } from "./camera.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import { problems, stillness } from "./problems.ts";
import { expect, ownerUrl, teamView, test, together } from "./two-people.ts";

const sizes = [
  { width: 900, height: 600 },
  { width: 1440, height: 900 },
];

/** A picture in both themes and both sizes, and what axe finds. The page is left light and large. */
const look = async (page: Page, name: string) => {
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await stillness(page);
      await page.screenshot({
        path: `e2e/.artifacts/screens/${theme}-${size.width}x${size.height}/team-${name}.png`,
      });
    }
    expect.soft(await problems(page, { contrast: theme === "dark" }), `${name}, ${theme}`).toEqual([]);
  }
};

const FACT = "The starter Hermann is fed with rye at six.";
const EDITED = "The starter Hermann is fed with rye at seven.";

test("propose, review, recall by the other, and forget for both", async ({ anna, ben, postgres }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const page = anna.app.page;

  // Anna makes a space in the settings, and an invitation.
  await anna.app.view("Settings").click();
  const section = page.getByRole("region", { name: "Team spaces" });
  await section.getByRole("button", { name: "Make a space" }).scrollIntoViewIfNeeded();
  await look(page, "settings-empty");
  await section.getByRole("button", { name: "Make a space" }).click();
  const make = page.getByRole("dialog", { name: "Make a team space" });
  await make.getByLabel("Connection of the owner").fill("http://example.com");
  await make.getByLabel("Team").fill("Bakery");
  await make.getByLabel("Space", { exact: true }).fill("Kitchen");
  await make.getByLabel("Your name").fill("Anna");
  await make.getByRole("button", { name: "Make the space" }).click();
  await expect(make.getByRole("alert")).toContainText("postgres://");
  await look(page, "make");
  await make.getByLabel("Connection of the owner").fill(ownerUrl(postgres));
  await page.keyboard.press("Enter");
  const kitchen = section.getByRole("listitem", { name: "Kitchen" });
  await expect(kitchen).toContainText("You are Anna, owner");
  await kitchen.getByRole("switch", { name: "This project uses Kitchen" }).click();
  await expect(kitchen).toContainText(anna.served.folder);
  await kitchen.getByRole("button", { name: "Invite" }).click();
  const invite = page.getByRole("dialog", { name: "Invite someone to Kitchen" });
  await look(page, "invite");
  await invite.getByRole("button", { name: "Make the invitation" }).click();
  const line = await invite.getByRole("textbox", { name: "Invitation" }).inputValue();
  expect(line).toMatch(/^satchel-team:/);
  await page.keyboard.press("Escape");

  // Ben joins with it, and his project uses the space.
  const his = ben.app.page;
  await expect(ben.app.view("Team")).toHaveCount(0);
  await ben.app.view("Settings").click();
  await his.getByRole("button", { name: "Join by invitation" }).click();
  const join = his.getByRole("dialog", { name: "Join a team space" });
  await join.getByLabel("Invitation").fill(line);
  await join.getByLabel("Your name").fill("Ben");
  await join.getByRole("button", { name: "Join" }).click();
  await expect(ben.app.toast("You joined Kitchen")).toBeVisible();
  await his.getByRole("switch", { name: "This project uses Kitchen" }).click();
  await expect(ben.app.view("Team")).toBeVisible();

  // He shares a memory, and sees with whom before it goes.
  await ben.client.call("memory.add", { text: FACT });
  await ben.app.memory.open();
  await ben.app.memory.find("Hermann rye");
  await ben.app.memory.select(/Hermann/);
  await ben.app.memory.act("Share with the team…").click();
  const share = his.getByRole("dialog", { name: "Share with Kitchen" });
  await expect(share.getByRole("textbox", { name: "What is shared" })).toHaveValue(FACT);
  await expect(share).toContainText("Anna");
  await expect(share).toContainText("Among the recalled memories");
  await look(his, "share");
  await share.getByRole("button", { name: "Propose" }).click();
  await expect(ben.app.toast("Proposed to Kitchen")).toBeVisible();

  // Anna sees that it waits, edits it and accepts.
  await expect(page.getByLabel("1 waiting")).toBeVisible();
  const inbox = await teamView(anna, "Proposals");
  const card = inbox.getByRole("listitem", { name: FACT });
  await expect(card).toContainText("Ben, today");
  await expect(card).toContainText("written by its author");
  await expect(card).toContainText("Among the recalled memories");
  // What it would do to the prompts of Anna's own agents.
  await expect(card.getByRole("list").first()).toContainText("Juno");
  await look(page, "inbox");
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByRole("textbox", { name: "Text", exact: true }).fill(EDITED);
  await card.getByRole("button", { name: "Accept the edited text" }).click();
  await expect(inbox.getByText("Nothing waits for a decision")).toBeVisible();

  // It is in Ben's prompt, and his budget says whose it is.
  await ben.app.view("Files").click();
  await ben.app.chat.message.fill("What is Hermann fed with?");
  const budget = new BudgetPage(his);
  await budget.open();
  await budget.tile(/^\d+ memor(y|ies), sent/).click();
  await expect(budget.inspector.getByText("From the team space Kitchen, by Ben")).toBeVisible();
  await look(his, "budget");

  // The search in the memory view answers from both.
  await ben.app.memory.open();
  await ben.app.memory.find("Hermann rye");
  const found = his.getByRole("region", { name: "From the team space Kitchen" });
  await expect(found.getByRole("listitem")).toContainText(EDITED);
  await expect(found.getByRole("listitem")).toContainText("Ben");
  await look(his, "search");

  // Anna forgets it for everyone.
  const shared = await teamView(anna, "Shared");
  const item = shared.getByRole("listitem", { name: EDITED });
  await expect(item).toContainText("version 1");
  await look(page, "items");
  await item.getByRole("button", { name: "Forget" }).click();
  const forget = page.getByRole("dialog", { name: "Forget this for everyone?" });
  await expect(forget).toContainText("cannot be undone");
  await look(page, "forget");
  await forget.getByRole("button", { name: "Forget for everyone" }).click();
  await expect(shared.getByText("Nothing is shared yet")).toBeVisible();
  const done = await teamView(ben, "Activity");
  await expect(done.getByRole("listitem").first()).toContainText("Anna forgot an item for everyone");
  await expect(done).not.toContainText("Hermann");
  await look(his, "activity");
  await teamView(ben, "Shared");
  await expect(done.getByText("Nothing is shared yet")).toBeVisible();
});

test("a word for the author, and all three texts where somebody else was faster", async ({
  anna,
  ben,
  postgres,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const space = await together({ anna, ben, postgres });
  const page = anna.app.page;
  const note = { space, kind: "note", heading: "Ovens" } as const;
  const text = (minutes: number) => `Preheat the oven.\n\nBake for ${minutes} minutes.\n`;
  await anna.client.call("team.share", { ...note, body: text(20), accept: true });
  await ben.client.call("team.share", { ...note, heading: "Prices", body: "Rye is 4.20." });
  const { items } = await ben.client.call("team.items", { space });
  const change = { ...note, item: items[0]?.id ?? "", baseVersion: 1 };

  const inbox = await teamView(anna, "Proposals");
  const prices = inbox.getByRole("listitem", { name: "Prices" });
  await prices.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("textbox", { name: /A word for the author/ }).fill("The price list says 4.40.");
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(prices).toHaveCount(0);
  const his = await teamView(ben, "Proposals");
  await expect(his.getByRole("region", { name: "Declined by a reviewer" })).toContainText(
    "The price list says 4.40.",
  );

  await ben.client.call("team.share", { ...change, body: text(22) });
  const ovens = inbox.getByRole("listitem", { name: "Ovens" });
  await ovens.getByRole("button", { name: "Show what changes" }).click();
  await expect(ovens.getByTestId("diff")).toContainText("22 minutes");
  await look(page, "change");
  await anna.client.call("team.share", { ...change, body: text(18), accept: true });
  await expect(ovens).toContainText("it is at version 2 now");
  await ovens.getByRole("button", { name: "Compare the three texts" }).click();
  const conflict = page.getByRole("dialog", { name: "Ovens was changed in the meantime" });
  await expect(conflict).toContainText("18 minutes");
  await expect(conflict).toContainText("22 minutes");
  await look(page, "conflict");
  await conflict.getByRole("radio", { name: "Where it began" }).click();
  await expect(conflict).toContainText("20 minutes");
  await conflict.getByRole("button", { name: "Merge both" }).click();
  await expect(conflict.getByText("1 place to decide")).toBeVisible();
  await expect(conflict.getByRole("button", { name: "Accept the text on the right" })).toBeDisabled();
  await look(page, "merge");
  const right = conflict.getByRole("textbox", { name: "Proposed" });
  await right.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("Bake for 19 minutes.");
  await conflict.getByRole("button", { name: "Accept the text on the right" }).click();
  await expect(inbox.getByText("Nothing waits for a decision")).toBeVisible();

  // Ben sees which version he saw last, and what changed since.
  await teamView(ben, "Shared");
  const item = his.getByRole("listitem", { name: "Ovens" });
  await expect(item).toContainText("version 3");
  await expect(item).toContainText("changed since you looked (you saw version 1)");
  await item.getByRole("button", { name: "Versions of Ovens" }).click();
  await expect(item.getByTestId("diff")).toContainText("19 minutes");
  await expect(item).toContainText("Version 2 by Anna");
  await look(ben.app.page, "versions");
  await expect(item).not.toContainText("changed since you looked");
});

test("what is shared without the server arrives later, once; a member who was removed is told", async ({
  anna,
  ben,
  postgres,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const space = await together({ anna, ben, postgres });
  const his = ben.app.page;
  const inbox = await teamView(ben, "Proposals");
  await expect(inbox.getByText("Nothing waits for a decision")).toBeVisible();
  await postgres.kill();

  // A file, from the tree with the keyboard.
  await ben.app.view("Files").click();
  const row = ben.app.files.tree.getByRole("treeitem", { name: /AGENTS\.md/ }).first();
  await row.click({ button: "right" });
  await his.getByRole("menuitem", { name: "Share with the team…" }).click();
  const share = his.getByRole("dialog", { name: "Share with Kitchen" });
  await expect(share).toContainText("As the file AGENTS.md");
  await expect(share).toContainText("Their names are not known");
  await share.getByRole("button", { name: "Propose" }).press("Enter");
  await expect(ben.app.toast("Stored here")).toBeVisible();
  await teamView(ben, "Proposals");
  await expect(inbox.getByText("Kitchen does not answer.")).toBeVisible();
  await expect(inbox.getByRole("region", { name: "Waits for the server" })).toContainText("Proposal");
  await expect(inbox.getByText("1 change waiting")).toBeVisible();
  await look(his, "away");

  await inbox.getByRole("button", { name: "Try now" }).click();
  await expect(ben.app.toast("It waits for the server again.")).toBeVisible();
  await postgres.start();
  const hers = await teamView(anna, "Proposals");
  await expect(hers.getByRole("listitem", { name: "AGENTS.md" })).toHaveCount(1, { timeout: 90_000 });
  await expect(inbox.getByText("Kitchen does not answer.")).toHaveCount(0, { timeout: 90_000 });
  await expect(inbox.getByRole("region", { name: "Waits for the server" })).toHaveCount(0);

  // Anna removes him with the keyboard alone.
  await anna.app.view("Settings").click();
  const section = anna.app.page.getByRole("region", { name: "Team spaces" });
  await section.getByRole("button", { name: "Members" }).press("Enter");
  const members = section.getByRole("list", { name: "Members of Kitchen" });
  await expect(members.getByRole("combobox", { name: "Role of Ben" })).toHaveValue("member");
  await look(anna.app.page, "members");
  await members.getByRole("button", { name: "Remove Ben" }).press("Enter");
  const remove = anna.app.page.getByRole("dialog", { name: "Remove Ben from the space?" });
  await remove.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(members).toContainText("left today");
  await ben.client.call("team.share", { space, kind: "memory", body: "Too late." });
  await expect(inbox.getByRole("alert")).toContainText("You are not a member of this team space");
  await look(his, "removed");
});
