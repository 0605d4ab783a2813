import { expect, it } from "vitest";
import { toggleTask } from "./task-line.ts";

const list = "# Tasks\r\n- [ ] flour\r\n  1. [x] salt\n> - [ ] yeast\n- [y] no";

it("ticks and unticks one line, and leaves every other byte alone", () => {
  expect(toggleTask(list, 2)).toBe(list.replace("- [ ] flour", "- [x] flour"));
  expect(toggleTask(list, 3)).toBe(list.replace("[x] salt", "[ ] salt"));
  expect(toggleTask(list, 4)).toBe(list.replace("> - [ ] yeast", "> - [x] yeast"));
});

it("does nothing where no task stands", () => {
  for (const line of [1, 5, 6, 0]) expect(toggleTask(list, line)).toBeNull();
});
