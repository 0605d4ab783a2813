// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { drawDiagram } from "./draw-diagram.ts";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it("draws in a frame that has scripts and nothing else: no origin, no forms, no navigation of the page", async () => {
  // The frame is looked at, not loaded.
  const append = vi.spyOn(document.body, "append").mockImplementation(() => {});
  void drawDiagram("graph TD; A-->B", false).catch(() => {});
  await vi.waitFor(() => expect(append).toHaveBeenCalled());
  const frame = append.mock.calls[0]?.[0] as HTMLIFrameElement;
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts");
});
