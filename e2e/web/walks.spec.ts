import { join, resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { connectCore } from "./call-core.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { AppPage } from "./pages/app-page.ts";
import { serve } from "./serve.ts";

/** Each main flow from its beginning to its end without a pointer: no test here clicks, hovers or drags. */

/** More presses than any screen has controls. */
const MAX_TABS = 150;

/** Tab until the control has the focus, as a person without a pointer gets there. */
const tabTo = async (page: Page, wanted: Locator, key = "Tab") => {
  await expect(wanted.first()).toBeVisible();
  await expect(wanted.first()).toBeEnabled();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted.toString()} is not reached with ${key}.`);
};

const press = async (page: Page, wanted: Locator) => {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
};

const type = async (page: Page, wanted: Locator, text: string) => {
  await tabTo(page, wanted);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
};

test.setTimeout(240_000);

test("walk: the first start to a first answer", async ({ page }) => {
  const served = await serve({ project: false });
  try {
    const app = new AppPage(page);
    await page.goto(served.url);
    await press(page, page.getByRole("button", { name: "Continue" }));
    await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
    await press(page, page.getByRole("button", { name: "Continue" }));
    await press(page, page.getByRole("button", { name: "Say hello to Juno" }));
    await expect(app.chat.message).toBeFocused();
    await page.keyboard.type("When does Fenwick Mill deliver?");
    await page.keyboard.press("Enter");
    await expect(app.chat.answers).toContainText("Tuesdays and Fridays");
  } finally {
    await served.close();
  }
});

talkTest("walk: ask, allow a file, read it, and undo it", async ({ app, served, wire }) => {
  const { page } = app;
  wire.play([
    {
      kind: "tools",
      calls: [{ id: "a", name: "write_file", args: { path: "notes/order.md", text: "# Monday\n" } }],
    },
    { kind: "text", chunks: ["It is written."] },
  ]);
  await page.keyboard.press("ControlOrMeta+l");
  await expect(app.chat.message).toBeFocused();
  await page.keyboard.type("Write the order.");
  await page.keyboard.press("Enter");
  await press(page, app.chat.button("Create"));
  await expect(app.chat.answers.last()).toContainText("It is written.");
  expect(await served.read("workspace/notes/order.md")).toBe("# Monday\n");
  await page.keyboard.press("ControlOrMeta+5");
  await press(page, page.getByRole("button", { name: /Created workspace\/notes\/order\.md/ }));
  await press(page, page.getByRole("button", { name: "Undo", exact: true }));
  await expect.poll(() => served.read("workspace/notes/order.md").catch(() => "gone")).toBe("gone");
});

test("walk: find a memory, see why, and forget it", async ({ app, served }) => {
  const { page, memory } = app;
  await page.keyboard.press("ControlOrMeta+3");
  await type(page, memory.search, "who collects a rye");
  const row = memory.row("Mrs Ashdown collects a rye").first();
  await expect(row).toBeVisible();
  await press(page, row.locator("[data-memory-row]"));
  await expect(memory.details).toBeVisible();
  await press(page, memory.act("Forget"));
  await press(page, memory.forgetDialog.getByRole("button", { name: "Forget", exact: true }));
  await expect.poll(() => served.read("workspace/MEMORY.md")).not.toContain("Mrs Ashdown collects a rye");
});

test("walk: change an agent, and undo it", async ({ app, served }) => {
  const { page } = app;
  const before = await served.read("agents.yaml");
  await page.keyboard.press("ControlOrMeta+4");
  const form = page.getByRole("form", { name: "Juno" });
  await type(page, form.getByRole("textbox", { name: "Subject" }), "running two bakeries");
  await press(page, form.getByRole("button", { name: "Save" }));
  await expect.poll(() => served.read("agents.yaml")).toContain("domain: running two bakeries");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("undo the last change");
  await page.keyboard.press("Enter");
  await expect.poll(() => served.read("agents.yaml")).toBe(before);
});

test("walk: bring a file back in the budget by its fix, and look at a turn in the timeline", async ({
  app,
  served,
}) => {
  const { page } = app;
  const core = connectCore(served.url);
  const { session } = await core.client.call("sessions.create", {});
  for (const text of ["When do you open?", "What is in the levain?"])
    await core.client.call("chat.send", { session: session.id, text });
  core.close();
  await page.keyboard.press("ControlOrMeta+2");
  await press(page, page.getByRole("button", { name: "Skip the tour" }));
  const table = page.getByRole("grid", { name: "Parts of the prompt" });
  await tabTo(page, table.getByRole("row", { selected: true }));
  await page.keyboard.press("Home");
  await expect(table.getByRole("row", { selected: true })).toContainText("RECIPES.md");
  await press(
    page,
    page
      .getByRole("complementary", { name: "Details" })
      .getByRole("button", { name: /^Do it: Send the whole file/ }),
  );
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  await tabTo(page, page.getByRole("tab", { name: "Next turn" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  const twin = page.getByRole("table", { name: "Tokens of each turn by layer, as a table" });
  await expect(twin.getByRole("row")).toHaveCount(3);
});

test("walk: write a question set", async ({ app, served }) => {
  const { page } = app;
  await page.keyboard.press("ControlOrMeta+8");
  const view = page.getByRole("region", { name: "Trials", exact: true });
  await press(page, view.getByRole("button", { name: "New question set" }));
  await type(page, view.getByLabel("Title"), "Visitors");
  await type(page, view.getByLabel("Question 1", { exact: true }), "When do you open?");
  await press(page, view.getByRole("button", { name: "Add a check" }));
  await type(page, view.getByLabel("What check 1 of question 1 looks for"), "07:00");
  await press(page, view.getByRole("button", { name: "Save", exact: true }));
  await expect.poll(() => served.read("trials/visitors.yaml").catch(() => "")).toContain("07:00");
});

test("walk: accept a proposal of another program", async ({ app, served }) => {
  const { page } = app;
  const core = connectCore(served.url);
  const note = { client: "codex", door: "stdio", kind: "note", text: "Rye needs 12 hours." } as const;
  await core.client.call("sharing.propose", note);
  await page.keyboard.press("ControlOrMeta+7");
  await press(page, page.getByRole("button", { name: "Accept", exact: true }));
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  core.close();
});

test("walk: move in from another program, and undo it", async ({ app }) => {
  const { page } = app;
  const sample = join(resolve(import.meta.dirname, "../../src/main/importers/samples"), "chatgpt/export.zip");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("move in");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move in from another program" });
  await type(page, dialog.getByRole("textbox", { name: "Export, file or folder" }), sample);
  await press(page, dialog.getByRole("button", { name: "Look at it" }));
  await press(page, dialog.getByRole("button", { name: /^Import \d+ things/ }));
  await expect(dialog.getByText(/new conversations/)).toBeVisible();
  await press(page, dialog.getByRole("button", { name: "Undo" }));
  await expect(dialog.getByText(/^Undone/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("walk: change the theme in the settings, and open another folder", async ({ app, served }) => {
  const { page } = app;
  await page.keyboard.press("ControlOrMeta+,");
  const themes = page.getByRole("radio", { name: "System", exact: true });
  await tabTo(page, themes);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("open another folder");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await type(page, dialog.getByRole("textbox", { name: "Folder" }), join(served.data, "New place"));
  await press(page, dialog.getByRole("button", { name: "Open", exact: true }));
  await expect(
    page.getByRole("button", { name: "Project: New place" }).or(dialog.getByRole("alert")),
  ).toBeVisible();
});
