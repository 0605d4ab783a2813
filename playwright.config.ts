import { defineConfig } from "@playwright/test";
import { browserPath } from "./e2e/web/browser-path.ts";
import { keepCompiled } from "./scripts/compile-cache.ts";

keepCompiled();

const report = process.env.SATCHEL_REPORT;

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/.artifacts/results",
  // Both do nothing unless secrets are planted (SATCHEL_PLANT).
  globalSetup: "./e2e/web/planted-begin.ts",
  globalTeardown: "./e2e/web/planted-end.ts",
  // Playwright's own default is half of the cores.
  workers: 2,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  projects: [
    {
      name: "web",
      testDir: "e2e/web",
      workers: 2,
      // A shared machine may stall for seconds; what needed a second try is listed as flaky and to be mended.
      retries: process.env.CI ? 1 : 0,
      // How long a failure takes, not what is expected.
      timeout: 120_000,
      expect: { timeout: 30_000 },
      use: {
        viewport: { width: 1440, height: 900 },
        // The screen follows the language of the browser.
        locale: "en-US",
        // Recording costs time in every test; what failed is recorded when it is tried again.
        trace: "on-first-retry",
        launchOptions: {
          ...(browserPath() && { executablePath: browserPath() }),
          args: [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      },
    },
    {
      name: "electron",
      testDir: "e2e/electron",
      // One app at a time: a second one would share the display and its focus.
      workers: 1,
      retries: process.env.CI ? 1 : 0,
      timeout: 60_000,
      expect: { timeout: 15_000 },
    },
  ],
});
