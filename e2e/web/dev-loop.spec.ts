import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

/**
 * `npm run dev` as contributing.md describes it, on a copy of the sources: in this folder, so that the copy finds
 * the installed packages, and never the sources that somebody works on.
 */
const top = resolve(import.meta.dirname, "../..");
const copy = join(top, "e2e/.artifacts/dev-loop");
const project = join(copy, "project");

let dev: ChildProcess;
let printed = "";

test.beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  for (const name of [
    "src",
    "scripts/dev",
    "electron.vite.config.ts",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
  ])
    cpSync(join(top, name), join(copy, name), { recursive: true });
  symlinkSync(join(top, "resources"), join(copy, "resources"), "junction");
  mkdirSync(join(project, "workspace"), { recursive: true });
  writeFileSync(join(project, "workspace/AGENTS.md"), "Answer briefly.\n");
  dev = spawn(process.execPath, ["scripts/dev/dev.ts", "--project", project, "--data", join(copy, "data")], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
});

test.afterAll(async () => {
  const ended = new Promise((done) => dev.once("exit", done));
  dev.kill("SIGINT");
  await ended;
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});

test("a changed word is on the page without a reload, and a changed core restarts under it", async ({
  page,
}) => {
  const addressIn = () => /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(printed)?.[0] ?? "";
  await expect.poll(addressIn, { timeout: 60_000 }).not.toBe("");
  await page.goto(addressIn());
  await expect(page.getByRole("button", { name: "Budget" })).toBeVisible({ timeout: 60_000 });

  // On the first visit Vite finds packages to prepare, and loads the page again when it has them.
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(page.getByRole("button", { name: "Budget" })).toBeVisible();

  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const words = join(copy, "src/renderer/ui/messages/en/app.ts");
  const before = readFileSync(words, "utf8");
  expect(before).toContain('budget: "Budget"');
  writeFileSync(words, before.replace('budget: "Budget"', 'budget: "Ration"'));
  await expect(page.getByRole("button", { name: "Ration" })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, "isSamePage"))).toBe(true);

  appendFileSync(join(copy, "src/main/base/clock.ts"), "\n");
  await expect.poll(() => printed).toMatch(/clock\.ts changed: core restarted in \d+ ms/);
  // Answered by the new core: the file is on disk only after the restart.
  writeFileSync(join(project, "workspace/after-restart.md"), "# After\n");
  await expect(page.getByRole("treeitem", { name: /after-restart\.md/ })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, "isSamePage"))).toBe(true);
});
