import { expect, it } from "vitest";
import { chosenWindow, fitOf, neededBytes } from "./model-fit.ts";

const GB = 1024 ** 3;
/** Some 3 billion weights in 4 bits: 112 KB of memory per token. */
const model = { fileBytes: 2 * GB, bytesPerToken: 112 * 1024, trainedWindow: 131_072 };

it("needs its weights, its window and the engine", () => {
  expect(neededBytes(model, 10_000) - neededBytes(model, 0)).toBe(10_000 * 112 * 1024);
  expect(neededBytes(model, 0)).toBeGreaterThan(2 * GB);
});

it("has the window that it was trained for, at most 16,384, and less in less memory", () => {
  expect(chosenWindow({ ...model, trainedWindow: 2048 }, { total: 16 * GB, available: 12 * GB })).toBe(2048);
  expect(chosenWindow(model, { total: 16 * GB, available: 12 * GB })).toBe(16_384);
  const tight = chosenWindow(model, { total: 8 * GB, available: 4 * GB });
  expect(tight).toBeLessThan(16_384);
  expect(tight % 256).toBe(0);
  expect(neededBytes(model, tight)).toBeLessThanOrEqual(0.8 * 4 * GB);
  expect(chosenWindow(model, { total: 8 * GB, available: 1 * GB })).toBe(4096);
});

it("fits, will be slow, or does not fit", () => {
  expect(fitOf(model, 4096, { total: 16 * GB, available: 8 * GB }, false)).toBe("fits");
  expect(fitOf(model, 4096, { total: 16 * GB, available: 2 * GB }, false)).toBe("slow");
  expect(fitOf(model, 4096, { total: 2 * GB, available: 1 * GB }, false)).toBe("too-large");
  const large = { ...model, fileBytes: 9 * GB };
  expect(fitOf(large, 4096, { total: 64 * GB, available: 32 * GB }, false)).toBe("slow");
  expect(fitOf(large, 4096, { total: 64 * GB, available: 32 * GB }, true)).toBe("fits");
});
