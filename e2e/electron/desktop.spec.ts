import { serve } from "../web/serve.ts";
import { expect, openDesktop, test } from "./desktop.ts";
import { look } from "./look.ts";

test("the window opens with the named project, its core in the same process", async ({ desktop }) => {
  const { app, electron } = desktop;
  await expect(app.files.row("SOUL.md")).toBeVisible();
  expect(app.page.url()).toBe("satchel://app/index.html");
  const shown = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );
  expect(shown).toEqual([true]);
  await desktop.picture("window");
  app.expectNoErrors();
});

test("a file written through the bridge is on disk", async ({ desktop }) => {
  const reply = await desktop.request("workspace.write", { path: "HOURS.md", text: "# Hours\n\nAlways.\n" });
  expect(reply).toMatchObject({ ok: true, value: { path: "HOURS.md" } });
  expect(await desktop.read("workspace/HOURS.md")).toBe("# Hours\n\nAlways.\n");
});

test("an unknown method is refused through the bridge with its stable code", async ({ desktop }) => {
  expect(await desktop.request("nobody.knows", {})).toMatchObject({
    ok: false,
    error: { code: "unknown-method" },
  });
});

test("the page has the bridge and nothing of Node or Electron", async ({ desktop }) => {
  const seen = await desktop.app.page.evaluate(() => {
    const page = window as unknown as Record<string, unknown>;
    return {
      names: ["require", "process", "module", "Buffer", "electron", "ipcRenderer", "global"].filter(
        (name) => page[name] !== undefined,
      ),
      bridge: Object.keys(page.satchel as object).sort(),
      frozen: Object.isFrozen(page.satchel),
    };
  });
  expect(seen).toEqual({ names: [], bridge: ["cancel", "listen", "pathOf", "request"], frozen: true });
});

test("a second start ends at once and brings the first window back", async ({ desktop }) => {
  const { electron } = desktop;
  await expect(desktop.app.files.tree).toBeVisible();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  expect(await desktop.startAgain()).toBe(0);
  await expect
    .poll(() =>
      electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isMinimized())),
    )
    .toEqual([false]);
});

test("a file edited in the editor and saved is on disk", async ({ desktop }) => {
  const { app } = desktop;
  await app.files.open("PRICES.md");
  await expect(app.editor.lines).toContainText("Prices");
  await app.editor.append("\nBread of the day before: half.");
  await app.editor.save();
  await expect(app.editor.tab("PRICES.md, unsaved")).toBeHidden();
  await expect.poll(() => desktop.read("workspace/PRICES.md")).toContain("Bread of the day before: half.");
  await desktop.picture("edited");
});

test("the guide opens from the menu and by F1, with its pictures, and has no fault", async ({ desktop }) => {
  const { app, electron } = desktop;
  const { page } = app;
  await electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items?.find(({ label }) => label === "Guide")?.click();
  });
  const guide = page.getByRole("dialog", { name: "Guide" });
  await expect(guide.getByRole("heading", { name: "The window" })).toBeInViewport();
  const picture = guide.getByRole("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  await desktop.picture("guide");
  expect(await look(desktop)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(guide).toBeHidden();
  await page.keyboard.press("F1");
  await expect(guide).toBeVisible();
  await page.keyboard.press("Escape");
});

// After the other tests of the page: Playwright waits forever for a navigation that was denied.
test("the page cannot leave, open a window, or reach the network", async ({ desktop }) => {
  const { app, electron } = desktop;
  await expect(app.files.tree).toBeVisible();
  // Nothing outside the app is opened in a test: the address is recorded instead.
  await electron.evaluate(({ shell }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    shell.openExternal = async (url: string) => {
      asked.push(url);
    };
  });
  const asked = () => electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

  await app.page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "https://example.org/away";
    link.click();
  });
  await expect.poll(asked).toEqual(["https://example.org/away"]);
  expect(await app.page.evaluate(() => window.open("https://example.org/window") === null)).toBe(true);
  await expect.poll(asked).toEqual(["https://example.org/away", "https://example.org/window"]);
  const answered = await app.page.evaluate(() => {
    location.href = "file:///etc/passwd";
    return fetch("https://example.org/").then(
      () => true,
      () => false,
    );
  });
  expect(answered).toBe(false);
  expect(await asked()).toHaveLength(2);
  expect(app.page.url()).toBe("satchel://app/index.html");
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("the app quits on request, also while its page loads", async () => {
  const desktop = await openDesktop();
  expect(await desktop.quit()).toBe(0);
});

test("a window can use the core of a remote server", async () => {
  const served = await serve();
  const desktop = await openDesktop({ env: { SATCHEL_CORE: served.url }, project: false });
  await expect(desktop.app.files.row("SOUL.md")).toBeVisible();
  const reply = await desktop.request("workspace.write", { path: "HOURS.md", text: "Always.\n" });
  expect(reply).toMatchObject({ ok: true });
  expect(await served.read("workspace/HOURS.md")).toBe("Always.\n");
  expect(await desktop.quit()).toBe(0);
  await served.close();
});
