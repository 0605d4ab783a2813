import { expect, it } from "vitest";
import { linkedPath } from "./linked-path.ts";

it("leads from the folder of the file it stands in", () => {
  expect(linkedPath("workspace/knowledge/oven.md", "yeast%20log.md#day-1")).toBe(
    "workspace/knowledge/yeast log.md",
  );
  expect(linkedPath("workspace/knowledge/oven.md", "../HOURS.md")).toBe("workspace/HOURS.md");
  expect(linkedPath("workspace/knowledge/oven.md", "/agents.yaml")).toBe("agents.yaml");
  expect(linkedPath("workspace/", "HOURS.md")).toBe("workspace/HOURS.md");
  expect(linkedPath("/", "./HOURS.md")).toBe("HOURS.md");
});

it("leads nowhere out of the project, within the page, or by another protocol", () => {
  expect(linkedPath("HOURS.md", "../../etc/passwd")).toBe(null);
  expect(linkedPath("HOURS.md", "#monday")).toBe(null);
  expect(linkedPath("HOURS.md", "file:///etc/passwd")).toBe(null);
});

it("takes a path that is wrongly escaped as it stands", () => {
  expect(linkedPath("HOURS.md", "100%.md")).toBe("100%.md");
});
