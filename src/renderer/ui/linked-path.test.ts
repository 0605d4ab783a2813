import { expect, it } from "vitest";
import { linkedPath } from "./linked-path.ts";

it("is resolved from the folder of the file that contains it", () => {
  expect(linkedPath("workspace/knowledge/oven.md", "yeast%20log.md#day-1")).toBe(
    "workspace/knowledge/yeast log.md",
  );
  expect(linkedPath("workspace/knowledge/oven.md", "../HOURS.md")).toBe("workspace/HOURS.md");
  expect(linkedPath("workspace/knowledge/oven.md", "/agents.yaml")).toBe("agents.yaml");
  expect(linkedPath("workspace/", "HOURS.md")).toBe("workspace/HOURS.md");
  expect(linkedPath("/", "./HOURS.md")).toBe("HOURS.md");
});

it("is null outside the project, within the page, or for other protocols", () => {
  expect(linkedPath("HOURS.md", "../../etc/passwd")).toBe(null);
  expect(linkedPath("HOURS.md", "#monday")).toBe(null);
  expect(linkedPath("HOURS.md", "file:///etc/passwd")).toBe(null);
});

it("uses a wrongly escaped path literally", () => {
  expect(linkedPath("HOURS.md", "100%.md")).toBe("100%.md");
});
