import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BudgetPage } from "../web/pages/budget-page.ts";
import { startWireServer, type WireServer } from "../wire-server/start-wire-server.ts";
import { scripts } from "../wire-server/script.ts";
import { type Desktop, expect, openDesktop, test as base } from "./desktop.ts";
import { look } from "./look.ts";

const odd = fileURLToPath(new URL("../../src/main/mcp/client/odd-server.fixture.ts", import.meta.url));

/** One app and one model server for the tests of this file. */
const test = base.extend<{}, { wire: WireServer; desktop: Desktop }>({
  wire: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const wire = await startWireServer(scripts.normal);
      await use(wire);
      await wire.close();
    },
    { scope: "worker" },
  ],
  desktop: [
    async ({ wire }, use) => {
      const desktop = await openDesktop({ model: wire.origin });
      await use(desktop);
      await desktop.quit();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("a dragged divider of the budget takes a file in, and is saved on release", async ({ desktop }) => {
  const { app } = desktop;
  const budget = new BudgetPage(app.page);
  await budget.open();
  await expect(budget.tile(/^RECIPES.md, left out/)).toBeVisible();
  await budget.drag("Files limit", 180);
  await expect(budget.tile(/^RECIPES.md, (cut|sent)/)).toBeVisible();
  await app.page.mouse.up();
  await expect(app.toast("Saved in the profile Bakery counter")).toBeVisible();
  const profile = JSON.parse(await desktop.read(".satchel/profiles/bakery-counter.json")) as {
    total: number;
  };
  expect(profile.total).toBeGreaterThan(4700);
  await desktop.picture("budget");
  expect(await look(desktop)).toEqual([]);
  await app.view("Files").click();
});

test("a conversation reads a file, and writes one after a yes", async ({ desktop, wire }) => {
  const { app } = desktop;
  wire.play([
    {
      kind: "tools",
      calls: [
        { id: "a", name: "read_file", args: { path: "HOURS.md" } },
        { id: "b", name: "write_file", args: { path: "notes/order.md", text: "# Monday\n\nFlour: 10\n" } },
      ],
    },
    { kind: "text", chunks: ["The order ", "is written."] },
  ]);
  await app.chat.say("Write Monday’s order.");
  const card = app.chat.pane.getByRole("region", { name: "Create a file?" });
  await expect(card).toContainText("Flour: 10");
  await expect(app.chat.pane.getByRole("button", { name: /Read HOURS\.md/ })).toBeVisible();
  await desktop.picture("approval");
  await app.chat.button("Create").click();
  await expect(app.chat.answers.last()).toContainText("The order is written.");
  expect(await desktop.read("workspace/notes/order.md")).toBe("# Monday\n\nFlour: 10\n");
  expect(await look(desktop)).toEqual([]);
});

test("a tool of a server that the app started is used after a yes, and the server ends with its removal", async ({
  desktop,
  wire,
}) => {
  const { app } = desktop;
  const saved = await desktop.request("mcp.save", {
    id: "office",
    command: process.execPath,
    args: [odd, "office"],
  });
  expect(saved).toMatchObject({ ok: true });
  wire.play([
    { kind: "tools", calls: [{ id: "c", name: "find_tools", args: { query: "delete a parcel" } }] },
    { kind: "tools", calls: [{ id: "d", name: "mcp__office__delete_parcel", args: { number: 7 } }] },
    { kind: "text", chunks: ["Parcel 7 is gone."] },
  ]);
  await app.chat.say("Delete parcel 7.");
  const card = app.chat.pane.getByRole("region", { name: "Use a tool of the server office?" });
  await card.getByRole("button", { name: "Allow once" }).click();
  await expect(app.chat.answers.last()).toContainText("Parcel 7 is gone.");
  expect(await desktop.request("mcp.remove", { id: "office" })).toMatchObject({ ok: true });
});

test("memory is searched by meaning and by words, in this process", async ({ desktop }) => {
  const { memory } = desktop.app;
  await memory.open();
  await memory.find("when does Fenwick deliver flour");
  await expect(memory.rows.first()).toContainText("Fenwick Mill delivers");
  await expect(memory.rows.first().getByRole("meter", { name: "Score" })).toHaveAttribute(
    "aria-valuetext",
    /words #1/,
  );
  await desktop.picture("memory");
  expect(await look(desktop)).toEqual([]);
  await desktop.app.view("Files").click();
});

test("a deleted file is in the system's trash, and comes back from there", async ({ desktop }) => {
  await desktop.request("workspace.write", { path: "OLD.md", text: "Old prices.\n" });
  await expect(desktop.app.files.row("OLD.md")).toBeVisible();
  const removed = await desktop.request("workspace.remove", { path: "OLD.md" });
  expect(removed).toMatchObject({ ok: true, value: { trash: "system" } });
  await expect(desktop.app.files.row("OLD.md")).toBeHidden();
  expect(await readdir(join(desktop.home, "share", "Trash", "files"))).toEqual(["OLD.md"]);
  const { change } = (removed as { value: { change: string } }).value;
  expect(await desktop.request("changes.undo", { id: change })).toMatchObject({ ok: true });
  expect(await desktop.read("workspace/OLD.md")).toBe("Old prices.\n");
});

test("a key goes to the system's keychain, or is refused where there is none; no file has it", async ({
  desktop,
  wire,
}) => {
  const { electron } = desktop;
  const apiKey = "sk-never-in-a-file-1234567890";
  const hasKeyring = await electron.evaluate(
    ({ safeStorage }) =>
      safeStorage.isEncryptionAvailable() &&
      (process.platform !== "linux" || safeStorage.getSelectedStorageBackend() !== "basic_text"),
  );
  const saved = await desktop.request("providers.save", {
    id: "keyed",
    kind: "openai-compatible",
    name: "Keyed",
    baseUrl: `${wire.origin}/v1`,
    apiKey,
  });
  if (hasKeyring) {
    expect(saved).toMatchObject({ ok: true });
    wire.play(scripts.normal);
    expect(await desktop.request("providers.test", { id: "keyed" })).toMatchObject({ ok: true });
    expect(wire.received.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
  } else expect(saved).toMatchObject({ ok: false, error: { code: "vault-unavailable" } });
  expect(await filesWith(desktop.home, apiKey)).toEqual([]);
  // Until here: a request that is under way while the next test changes the folder fails, and says so.
  desktop.app.expectNoErrors();
});

test("a folder is chosen in the system's dialog, and opened", async ({ desktop }) => {
  const { electron, app } = desktop;
  const other = join(desktop.home, "Other notes");
  await electron.evaluate(({ dialog }, folder) => {
    const answers = [[], [folder]];
    dialog.showOpenDialog = async () => {
      const filePaths = answers.shift() ?? [];
      return { canceled: filePaths.length === 0, filePaths };
    };
  }, other);
  expect(await desktop.request("project.pickFolder", {})).toEqual({ ok: true, value: { folder: null } });
  await desktop.request("project.open", { folder: other, create: true, template: "plain" });
  await desktop.request("project.open", { folder: join(desktop.home, "Harbor Bakery") });
  await app.page.getByRole("button", { name: "Project: Harbor Bakery" }).click();
  await app.page.getByRole("menuitem", { name: "Open another folder" }).click();
  await expect(app.page.getByRole("button", { name: "Project: Other notes" })).toBeVisible();
  await desktop.request("project.open", { folder: join(desktop.home, "Harbor Bakery") });
  await expect(app.page.getByRole("button", { name: "Project: Harbor Bakery" })).toBeVisible();
});

test("zoom is applied once, from the menu and from the settings, and reaches 200 % without a scroll bar", async ({
  desktop,
}) => {
  const { electron, app } = desktop;
  const width = () => app.page.evaluate(() => innerWidth);
  const before = await width();
  const zoom = (label: string) =>
    electron.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find((item) => item.label === wanted)?.click();
    }, label);
  await zoom("Zoom in");
  await expect.poll(width).toBe(Math.round(before / 1.1));
  await zoom("Actual size");
  await expect.poll(width).toBe(before);
  await desktop.request("settings.set", { user: { zoom: 2 } });
  await expect.poll(width).toBe(before / 2);
  // Twice would be four times the size.
  expect(await app.page.evaluate(() => getComputedStyle(document.documentElement).zoom)).toBe("1");
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await desktop.picture("zoom-200");
  expect(await look(desktop)).toEqual([]);
  await desktop.request("settings.set", { user: { zoom: 1 } });
  await expect.poll(width).toBe(before);
});

test("the theme of the settings is the window's, and dark has no fault of contrast", async ({ desktop }) => {
  const { electron, app } = desktop;
  await desktop.request("settings.set", { user: { theme: "dark" } });
  await expect(app.page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await electron.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
  await desktop.picture("dark");
  expect(await look(desktop)).toEqual([]);
  await desktop.request("settings.set", { user: { theme: "system" } });
});

test("a misspelled word has suggestions once spelling is checked, without a download", async ({
  desktop,
}) => {
  const { electron, app } = desktop;
  await electron.evaluate(({ BrowserWindow, Menu, session }) => {
    const seen = { words: [] as string[], menus: [] as string[][], downloads: 0 };
    Object.assign(globalThis, { seen });
    session.defaultSession.on("spellcheck-dictionary-download-begin", () => (seen.downloads += 1));
    Menu.prototype.popup = function (this: Electron.Menu) {
      seen.menus.push(this.items.map(({ label }) => label));
    };
    BrowserWindow.getAllWindows()[0]?.webContents.on("context-menu", (_event, { misspelledWord }) =>
      seen.words.push(misspelledWord),
    );
  });
  type Seen = { words: string[]; menus: string[][]; downloads: number };
  const seen = () => electron.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const point = async () => {
    const box = await app.chat.message.boundingBox();
    if (!box) throw new Error("The message field is not on the screen.");
    await app.page.mouse.click(box.x + 22, box.y + 14, { button: "right" });
  };
  await app.chat.message.pressSequentially("wrold peace ");
  await point();
  await expect.poll(async () => (await seen()).words).toEqual([""]);

  await desktop.request("settings.set", { user: { spellCheck: true } });
  await app.chat.message.fill("");
  await app.chat.message.pressSequentially("wrold peace ");
  await expect(async () => {
    await point();
    expect((await seen()).words.at(-1)).toBe("wrold");
  }).toPass({ timeout: 15_000 });
  const { menus, downloads } = await seen();
  expect(menus.at(-1)).toContain("world");
  expect(menus.at(-1)).toContain("Add “wrold” to the dictionary");
  expect(downloads).toBe(0);
  expect(await readdir(join(desktop.home, "data", "Dictionaries"))).toEqual(["en-US-10-1.bdic"]);
  await app.chat.message.fill("");
  await desktop.request("settings.set", { user: { spellCheck: false } });
});

/** Files below a folder that contain the text. */
const filesWith = async (folder: string, text: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(text)) found.push(path);
  }
  return found;
};

test("memories get their vectors in a process beside the app", async ({ desktop }) => {
  const pending = async () => {
    const reply = await desktop.request("memory.stats", {});
    return reply.ok ? (reply.value as { embedding: unknown }).embedding : reply.error;
  };
  await expect.poll(pending, { timeout: 60_000 }).toMatchObject({ pending: 0, problem: null });
  const found = await desktop.request("memory.search", { query: "when do we close" });
  expect(found).toMatchObject({ ok: true });
});
