import { defineConfig } from "vitest/config";
import { keepCompiled } from "./scripts/compile-cache.ts";

keepCompiled();

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["scripts/model/before-tests.ts"],
    pool: "forks",
    maxWorkers: 2,
    // How long a failure takes, not what is expected: a shared machine may do nothing for seconds.
    testTimeout: 60_000,
    // As for the browser tests: a shared machine may stall a process. What needed a second try is to be mended.
    retry: process.env.CI ? 1 : 0,
    // Hooks open projects, which is as much work as a test.
    hookTimeout: 60_000,
    expect: { poll: { timeout: 40_000 } },
  },
});
