import { describe, expect, it } from "vitest";
import { dateIn } from "./date-in.ts";

describe("dateIn", () => {
  const now = new Date("2026-05-04T23:30:00Z");

  it("returns the date in the workspace's time zone", () => {
    expect(dateIn("UTC", now)).toBe("2026-05-04");
    expect(dateIn("Europe/Berlin", now)).toBe("2026-05-05");
    expect(dateIn("America/Los_Angeles", now)).toBe("2026-05-04");
  });

  it("fails for an unknown time zone", () => {
    expect(() => dateIn("Mars/Olympus", now)).toThrow(expect.objectContaining({ code: "time-zone-unknown" }));
  });
});
