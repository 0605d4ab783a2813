import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["scripts/model/before-tests.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    // Hooks open projects, which is as much work as a test.
    hookTimeout: 30_000,
  },
});
