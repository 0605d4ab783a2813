import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { animatedWebp, type Frame } from "../../scripts/animated-webp.ts";
import { scripts } from "../wire-server/script.ts";
import { connectCore } from "./call-core.ts";
import { MANY_PICTURES_MS } from "./camera.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { guideCamera } from "./guide-camera.ts";
import { known, recalled } from "./memory-seed.ts";
import { AppPage } from "./pages/app-page.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import { serve } from "./serve.ts";
import { toWebp } from "./to-webp.ts";

/** The pictures of docs/guide, from the running app: `npm run guide:pictures` writes them there. */

const samples = resolve(import.meta.dirname, "../../src/main/importers/samples");

const folderWith = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = join(await mkdtemp(join(tmpdir(), "satchel-guide-")), name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

const openFolder = async ({ page }: AppPage, folder: string) => {
  await page.getByRole("button", { name: /^Project/ }).click();
  await page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(folder);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
};

test("guide pictures of the first day", async ({ page }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const served = await serve({ project: false });
  try {
    const take = await guideCamera(page);
    const app = new AppPage(page);
    await page.goto(served.url);
    await expect(page.getByRole("heading", { name: "Where are your files?" })).toBeVisible();
    await take("first-day-folder");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("radio", { name: /Built-in/ })).toBeVisible();
    await take("first-day-model");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/files are sent whole/)).toBeVisible();
    await take("first-day-ready");
    await page.getByRole("button", { name: "Say hello to Juno" }).click();
    await page
      .getByRole("list", { name: "Questions to begin with" })
      .getByText(/^When does Fenwick/)
      .click();
    await app.chat.message.press("Enter");
    await expect(app.chat.answers).toContainText("Tuesdays and Fridays");
    await app.files.open("HOURS.md");
    await expect(app.editor.lines).toContainText("Monday");
    await page.mouse.move(0, 0);
    await take("first-day-window");
  } finally {
    await served.close();
  }
});

talkTest("guide pictures of conversations, models and tools", async ({ app, wire }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = await guideCamera(page);
  const text = "# Fenwick Mill, order for Monday\n\n- Strong white 25 kg: 10\n- Rye 12.5 kg: 1\n";
  wire.play([
    {
      kind: "tools",
      calls: [{ id: "call_1", name: "write_file", args: { path: "orders/monday.md", text } }],
      usage: { input: 6400, output: 80 },
    },
    {
      kind: "text",
      chunks: ["The order is in **orders/monday.md**: 10 sacks of strong white, 1 of rye."],
      usage: { input: 6500, output: 40 },
    },
  ]);
  await app.chat.say("We close on Thursday. Draft Monday’s order for Fenwick Mill.");
  await expect(app.chat.button("Create")).toBeVisible();
  await take("tools-approval", app.chat.pane);
  await app.chat.button("Create").click();
  await expect(app.chat.answers.last()).toContainText("The order is in");
  wire.play(scripts.wrongKey);
  await app.chat.say("And the one after that?");
  await expect(app.chat.pane.getByRole("alert")).toContainText("Your message is kept");
  await page.mouse.move(0, 0);
  await take("trouble-answer", app.chat.pane);

  await app.view("History").click();
  await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
  await page
    .getByRole("button", { name: /Created monday\.md|Wrote|orders\/monday\.md/ })
    .first()
    .click();
  await page.mouse.move(0, 0);
  await take("trouble-changes");

  await app.view("Settings").click();
  await page.getByRole("button", { name: "Models", exact: true }).click();
  await page.mouse.move(600, 10);
  await take("models");
  await page.getByRole("button", { name: "What leaves this machine" }).click();
  await page.mouse.move(600, 10);
  await take("privacy");
  await page.getByRole("button", { name: "Tool servers" }).click();
  const servers = page.getByRole("region", { name: "Tool servers", exact: true });
  await servers.getByRole("button", { name: "Add a server" }).click();
  await servers.scrollIntoViewIfNeeded();
  await take("tools-server");
  await app.view("Agents").click();
  await expect(page.getByRole("form", { name: "Juno" })).toBeVisible();
  await page.mouse.move(600, 10);
  await take("agents");
  await page.getByRole("button", { name: "New subagent" }).click();
  await page.mouse.move(600, 10);
  await take("agents-subagent");
});

test("guide pictures of the budget", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = await guideCamera(page);
  const { client, close } = connectCore(served.url);
  const { session } = await client.call("sessions.create", {});
  for (const text of ["When do you open on Sunday?", "What is in the levain?"])
    await client.call("chat.send", { session: session.id, text });
  close();
  await app.chat.message.fill("Draft Monday’s order for Fenwick Mill.");
  const budget = new BudgetPage(page);
  await budget.open();
  await page.mouse.move(0, 0);
  await take("budget");
  await budget.tile(/^RECIPES.md/).click();
  await page.mouse.move(0, 0);
  await take("budget-cut");
  await budget.drag("Files limit", 60);
  await take("budget-drag");
  await page.mouse.up();
  await budget.tab("Timeline").click();
  await page.mouse.move(0, 0);
  await take("budget-timeline");
});

test("guide pictures of memory", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = await guideCamera(page);
  const core = connectCore(served.url);
  await known(core.client);
  await recalled(core.client, {
    "eleven crates still at Quay Deli": 9,
    "Fenwick short by one sack": 6,
    "half loaves get their own line": 4,
  });
  core.close();
  await app.chat.say("Remember that the shop is closed on Thursday 19 November.");
  await expect(app.chat.pane.getByText(/^Learned/)).toBeVisible({ timeout: 45_000 });
  await take("memory-learned", app.chat.pane);
  await app.memory.open();
  await expect(app.memory.candidate("eleven crates")).toBeVisible();
  await app.memory.find("when does Fenwick deliver flour");
  await app.memory.select("Fenwick Mill delivers");
  await page.mouse.move(0, 0);
  await take("memory");
  await app.memory.act("Forget").click();
  await expect(app.memory.forgetDialog).toBeVisible();
  await take("memory-forget", app.memory.forgetDialog);
});

test("guide pictures of folders, X-ray, moving in and sharing", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = await guideCamera(page);

  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox").fill("move in");
  await page.getByRole("option", { name: "Move in from another program" }).click();
  const moving = page.getByRole("dialog", { name: "Move in from another program" });
  await moving
    .getByRole("textbox", { name: "Export, file or folder" })
    .fill(join(samples, "chatgpt/export.zip"));
  await moving.getByRole("button", { name: "Look at it" }).click();
  await expect(moving.getByText("export.zip, from ChatGPT")).toBeVisible();
  await expect(moving.getByText(/^Every message would have/)).toBeVisible();
  await take("moving-in");
  await page.keyboard.press("Escape");

  const core = connectCore(served.url);
  const note = { client: "codex", door: "stdio", kind: "note", text: "Rye needs 12 hours." } as const;
  await core.client.call("sharing.propose", note);
  core.close();
  await app.view("Inbox").click();
  await expect(page.getByRole("list", { name: "Proposals" })).toContainText("Rye needs 12 hours.");
  await page.mouse.move(0, 0);
  await take("inbox");

  const rules = "- Name functions for what they return, and keep them short enough to read at once.\n";
  const shop = await folderWith("shop", {
    ".git/HEAD": "ref: refs/heads/main\n",
    "AGENTS.md": `# Shop\n\n- Use tabs for indentation.\n\n## Style\n\n${rules.repeat(420)}`,
    "CLAUDE.md": "# Shop\n\n- Do not use tabs for indentation.\n",
    ".cursorrules": "- Run the tests before every commit.\n",
    ".github/copilot-instructions.md": "Answer briefly.\n",
    "packages/api/AGENTS.md": "# API\n\nValidate every input.\n",
  });
  await openFolder(app, shop);
  const trust = page.getByRole("dialog", { name: "Do you trust shop?" });
  await expect(trust).toBeVisible();
  await take("own-folder-trust", trust);
  await trust.getByRole("button", { name: "Trust this folder" }).click();
  const choice = page.getByRole("dialog", { name: "How should your agent read shop?" });
  await expect(choice).toContainText(/tokens/);
  await expect(choice.getByText("Recommended")).toBeVisible();
  await take("own-folder");
  await choice.getByRole("button", { name: "Decide later" }).click();
  await app.view("X-ray").click();
  const grid = page.getByRole("grid", { name: "Files and the tools that read them" });
  await expect(grid).toContainText("AGENTS.md");
  await page.mouse.move(0, 0);
  await take("xray");
});

talkTest("guide pictures of trials", async ({ app, served, wire }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = await guideCamera(page);
  const core = connectCore(served.url);
  await core.client.call("agents.save", { id: "juno", values: { memory: { enabled: false } } });
  core.close();
  await served.write("workspace/FERRY.md", "# Ferry\n\nThe mooring fee is 1,900 crowns.\n");
  const questions = [1, 2, 3, 4, 5, 6, 7].map(
    (day) => `  - ask: What is the fee on day ${day}?\n    checks:\n      - contains: "1,900"\n`,
  );
  await mkdir(join(served.folder, "trials"), { recursive: true });
  const variants =
    "variants:\n  - name: As it is\n  - name: Without FERRY.md\n    without: [workspace/FERRY.md]\n";
  await served.write(
    "trials/visitors.yaml",
    `title: What visitors ask\nquestions:\n${questions.join("")}${variants}`,
  );
  await expect(app.files.row("FERRY.md")).toBeVisible();
  wire.play([
    {
      kind: "reply",
      to: ({ body }) => ({
        kind: "text",
        chunks: [JSON.stringify(body).includes("1,900 crowns") ? "It is 1,900 crowns." : "I cannot find it."],
      }),
    },
  ]);
  await app.view("Trials").click();
  const view = page.getByRole("region", { name: "Trials", exact: true });
  await view.getByRole("button", { name: /What visitors ask/ }).click();
  await view.getByRole("button", { name: "What would it take?" }).click();
  await view.getByRole("button", { name: "Start" }).click();
  await expect(view.getByText(/passed more checks than/)).toBeVisible({ timeout: 60_000 });
  await page.mouse.move(0, 0);
  await take("trials");
});

test("the picture of the README: a limit is dragged, and the prompt follows", async ({ app }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  await guideCamera(page);
  await app.chat.message.fill("Draft Monday’s order for Fenwick Mill.");
  const budget = new BudgetPage(page);
  await budget.open();
  await budget.tile(/^SEASONAL.md/).click();
  await expect(page.getByText("Preparing search")).toHaveCount(0, { timeout: 120_000 });
  const frames: Frame[] = [];
  const shoot = async (ms: number) => {
    // The prompt is counted while the divider moves; the picture waits for it.
    await page.waitForTimeout(250);
    frames.push({ webp: await toWebp(page, await page.screenshot(), 960), ms });
  };
  const box = await budget.slider("Files limit").boundingBox();
  if (!box) throw new Error("The divider is not on the screen.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await shoot(1200);
  await page.mouse.down();
  for (const by of [10, 20, 30, 40, 50, 60, 70, 80, 90]) {
    await page.mouse.move(x + by, y, { steps: 3 });
    await shoot(by === 90 ? 1600 : 180);
  }
  for (const by of [60, 30, 0]) {
    await page.mouse.move(x + by, y, { steps: 3 });
    await shoot(180);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  const folder = process.env.SATCHEL_GUIDE_PICTURES ? "docs" : "e2e/.artifacts/guide";
  await writeFile(resolve(import.meta.dirname, "../..", folder, "drag.webp"), animatedWebp(frames));
});
