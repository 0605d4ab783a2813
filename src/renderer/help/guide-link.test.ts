import { expect, it } from "vitest";
import { placeOfLink } from "./guide-link.ts";

it("follows links between pages and inside one", () => {
  expect(placeOfLink("budget.md", "memory")).toBe("budget");
  expect(placeOfLink("budget.md#cuts", "memory")).toBe("budget#cuts");
  expect(placeOfLink("#dreams", "memory")).toBe("memory#dreams");
});

it("follows nothing that is not in the guide", () => {
  for (const href of ["", "#", "https://example.org", "../team.md", "nothing.md", "constructor.md"])
    expect(placeOfLink(href, "memory")).toBeNull();
});
