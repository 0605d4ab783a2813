import { expect, it } from "vitest";
import { titleOf } from "./commit-list.tsx";

it("shows a commit message of the history in words", () => {
  expect(titleOf("workspace init")).toBe("The beginning");
  expect(titleOf("checkpoint: manual")).toBe("Kept by hand");
  expect(titleOf("checkpoint: before the fair")).toBe("Kept: before the fair");
  expect(titleOf("dream: 3 promotion(s)")).toBe("Dream, 3 kept");
  expect(titleOf("session-close: 4f1c")).toBe("After a conversation");
});

it("leaves other commit messages unchanged", () => {
  expect(titleOf("Fix the oven times")).toBe("Fix the oven times");
});
