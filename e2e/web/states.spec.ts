import type { WebSocketRoute } from "@playwright/test";
import { camera } from "./camera.ts";
import { expect, test } from "./fixture.ts";
import { AppPage } from "./pages/app-page.ts";
import { problems } from "./problems.ts";

const shot = (app: AppPage, name: string) =>
  app.page.screenshot({ path: `e2e/.artifacts/screens/states/${name}.png` });

test("the project menu lists other projects and opens a folder by its path", async ({ app, served }) => {
  test.slow();
  await app.page.getByRole("button", { name: "Project: Harbor Bakery" }).click();
  await expect(app.page.getByRole("menuitem", { name: "Open another folder" })).toBeVisible();
  await app.page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(`${served.folder}/nowhere`);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await camera(app.page)("open-refused");
  await dialog.getByRole("textbox", { name: "Folder" }).fill(`${served.folder}/workspace`);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  const trust = app.page.getByRole("dialog", { name: "Do you trust workspace?" });
  await expect(trust).toContainText("AGENTS.md");
  await camera(app.page)("trust-asked");
  await trust.getByRole("button", { name: "Look first" }).click();
  await expect(dialog).toBeHidden();
  const proposals = app.page.getByRole("dialog", { name: "How should your agent read workspace?" });
  await expect(proposals.getByRole("status")).toContainText("text files");
  await proposals.getByRole("button", { name: "Decide later" }).click();
  await expect(app.page.getByRole("button", { name: "Project: workspace" })).toBeVisible();
  const banner = app.page.getByRole("region", { name: "This folder is restricted." });
  await expect(banner).toBeVisible();
  await camera(app.page)("restricted");
  await banner.getByRole("button", { name: "Trust this folder" }).click();
  await expect(banner).toBeHidden();
  await app.page.getByRole("button", { name: "Project: workspace" }).click();
  await app.page.getByRole("menuitem", { name: "Harbor Bakery" }).click();
  // The command that started the server named it, which is not kept.
  await app.page.getByRole("button", { name: "Trust this folder" }).click();
  await expect(app.page.getByRole("button", { name: "Project: Harbor Bakery" })).toBeVisible();
  await expect(app.files.row("SOUL.md")).toBeVisible();
});

test("on a small window the files cover the editor and disappear after a choice", async ({ app }) => {
  await app.page.setViewportSize({ width: 1000, height: 720 });
  await expect(app.page.getByTestId("files-overlay")).toBeHidden();
  await app.page.keyboard.press("ControlOrMeta+b");
  await expect(app.page.getByTestId("files-overlay")).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await shot(app, "files-overlay");
  await app.files.open("HOURS.md");
  await expect(app.page.getByTestId("files-overlay")).toBeHidden();
  await expect(app.editor.lines).toContainText("Monday");
  await app.page.keyboard.press("ControlOrMeta+b");
  await expect(app.files.row("HOURS.md")).toBeVisible();
  await app.files.row("HOURS.md").press("Escape");
  await expect(app.page.getByTestId("files-overlay")).toBeHidden();
  await shot(app, "small-window");
});

test("a part of the window that cannot be shown says so, and the rest keeps working", async ({
  page,
  served,
}) => {
  test.slow();
  await page.route(/text-editor-.*\.js/, (route) => route.abort());
  const app = new AppPage(page);
  await app.open(served.url);
  await app.files.open("HOURS.md");
  await expect(page.getByText("This part of the window stopped.")).toBeVisible();
  await expect(app.files.row("SOUL.md")).toBeVisible();
  await camera(page)("part-stopped");
  await page.unroute(/text-editor-.*\.js/);
  await page.getByRole("button", { name: "Reload the window" }).click();
  await expect(app.editor.lines).toContainText("Monday");
});

test("long work shows its progress and can be stopped", async ({ page, served }) => {
  test.slow();
  let socket: WebSocketRoute | null = null;
  const sent: string[] = [];
  await page.routeWebSocket(/.*/, (route) => {
    socket = route;
    const server = route.connectToServer();
    route.onMessage((text) => {
      sent.push(String(text));
      server.send(text);
    });
  });
  const app = new AppPage(page);
  await app.open(served.url);
  // Far ahead of the server's own numbers, so that it is not treated as one already seen.
  let seq = 1_000_000;
  const tell = (event: object) => socket?.send(JSON.stringify({ type: "event", seq: (seq += 1), event }));

  tell({ event: "workspace.indexing", done: 1204, total: 1318, finished: false });
  await expect(app.status).toContainText("Indexing 1,204 of 1,318");
  await app.status.getByRole("button", { name: "Cancel: Reading the files" }).click();
  await expect.poll(() => sent.some((text) => text.includes("workspace.cancelIndexing"))).toBe(true);
  tell({ event: "workspace.indexing", done: 1204, total: 1318, finished: true, cancelled: true });
  await expect(app.status).not.toContainText("Indexing");
  await expect(app.toast("Reading stopped at 1,204 of 1,318")).toBeVisible();
  await expect(app.status).toContainText("Paused at 1,204 of 1,318");
  await app.status.getByRole("button", { name: "Continue: Reading the files" }).click();
  await expect.poll(() => sent.some((text) => text.includes("workspace.resumeIndexing"))).toBe(true);

  tell({ event: "tokens.recounting", encoding: "cl100k_base", done: 640, total: 1318, status: "running" });
  const notice = page.getByRole("status").filter({ hasText: "Counting again" });
  await expect(notice).toContainText("640 of 1,318");
  await camera(page)("long-work");
  await notice.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => sent.some((text) => text.includes("tokens.cancelRecount"))).toBe(true);
  tell({ event: "tokens.recounting", encoding: "cl100k_base", done: 640, total: 1318, status: "cancelled" });
  await expect(notice).toBeHidden();
});

test("a lost connection is restored on its own, with what changed meanwhile", async ({ page, served }) => {
  let open = true;
  let current: WebSocketRoute | null = null;
  await page.routeWebSocket(/.*/, (route) => {
    if (!open) return void route.close();
    current = route;
    route.connectToServer();
  });
  const app = new AppPage(page);
  await app.open(served.url);
  await app.files.open("HOURS.md");
  await app.editor.append("\nNot saved yet.");
  open = false;
  await (current as WebSocketRoute | null)?.close();
  await expect(page.getByText(/connection to Satchel’s engine is lost|engine does not answer/)).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await shot(app, "lost");
  await served.write("workspace/STAFF.md", "# Staff\n\nNobody.\n");
  await served.write("workspace/VISITORS.md", "# Visitors\n");
  open = true;
  await expect(page.getByText(/connection to Satchel’s engine is lost|engine does not answer/)).toBeHidden();
  await expect(app.files.row("VISITORS.md")).toBeVisible();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await app.files.open("STAFF.md");
  await expect(app.editor.lines).toContainText("Nobody.");
});

test("after missed events everything on the screen is read again", async ({ page, served }) => {
  let socket: WebSocketRoute | null = null;
  let deaf = false;
  await page.routeWebSocket(/.*/, (route) => {
    socket = route;
    const server = route.connectToServer();
    server.onMessage((text) => {
      if (!(deaf && String(text).startsWith('{"type":"event"'))) route.send(text);
    });
  });
  const app = new AppPage(page);
  await app.open(served.url);
  await app.files.open("HOURS.md");
  await expect(app.editor.lines).toContainText("Monday");
  deaf = true;
  await served.write("workspace/HOURS.md", "# Hours\n\nAll night.\n");
  await served.write("workspace/VISITORS.md", "# Visitors\n");
  await page.waitForTimeout(1500);
  await expect(app.files.row("VISITORS.md")).toBeHidden();
  (socket as WebSocketRoute | null)?.send(JSON.stringify({ type: "resync", seq: 1_000_000 }));
  await expect(app.files.row("VISITORS.md")).toBeVisible();
  await expect(app.editor.lines).toContainText("All night.");
});

test("all unsaved files are saved at once, a tab is closed and a file created with the keyboard", async ({
  app,
  served,
}) => {
  for (const name of ["HOURS.md", "PRICES.md"]) {
    await app.files.open(name);
    await expect(app.editor.tab(name)).toHaveAttribute("aria-selected", "true");
    await app.editor.append("\nSaved with all.");
  }
  await app.page.keyboard.press("ControlOrMeta+Alt+s");
  await expect(app.toast("2 files are saved")).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  for (const name of ["HOURS.md", "PRICES.md"]) {
    expect(await served.read(`workspace/${name}`)).toContain("Saved with all.");
  }
  await app.page.keyboard.press("Alt+w");
  await expect(app.editor.tab("PRICES.md")).toBeHidden();
  await app.page.keyboard.press("Alt+n");
  await app.files.nameField.fill("IDEAS.md");
  await app.files.nameField.press("Enter");
  await expect(app.files.row("IDEAS.md")).toBeVisible();
});

test("tabs, unsaved text, open folders and widths are restored after a start on a different port", async ({
  app,
  served,
}) => {
  await app.files.row("knowledge").click();
  await expect(app.files.row("suppliers.md")).toBeVisible();
  await app.files.open("AGENTS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nNot saved yet.");
  await app.page.keyboard.press("ControlOrMeta+j");
  await app.page.waitForTimeout(800);
  const other = await served.another();
  await app.page.goto(other);
  await expect(app.editor.tab("AGENTS.md")).toBeVisible();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeVisible();
  await expect(app.editor.lines).toContainText("Not saved yet.");
  await expect(app.files.row("suppliers.md")).toBeVisible();
  await expect(app.chat.message).toBeHidden();
});
