import { expect, it } from "vitest";
import { titleOf } from "./commit-list.tsx";

it("shows a commit message of the history in words", () => {
  expect(titleOf("workspace init")).toBe("The beginning");
  expect(titleOf("checkpoint: manual")).toBe("Kept by hand");
  expect(titleOf("checkpoint: before the fair")).toBe("Kept: before the fair");
  expect(titleOf("dream: 3 promotion(s)")).toBe("Dream, 3 kept");
  expect(titleOf("session-close: 4f1c")).toBe("After a conversation");
});

it("names a state that was restored by its time, never by its hash", () => {
  const commits = [{ id: "69763ef0123456789", at: "2020-11-16T08:30:00Z" }];
  expect(titleOf("restore: IDENTITY.md from 69763ef", commits)).toBe(
    "Restored IDENTITY.md as of 16 Nov 2020",
  );
  expect(titleOf("restore: 69763ef", commits)).toBe("Restored everything as of 16 Nov 2020");
  expect(titleOf("restore: IDENTITY.md from 1234567", commits)).toBe("Restored IDENTITY.md");
});

it("leaves other commit messages unchanged", () => {
  expect(titleOf("Fix the oven times")).toBe("Fix the oven times");
});
