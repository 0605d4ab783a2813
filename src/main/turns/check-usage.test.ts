import { expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { serverReadLess } from "./check-usage.ts";

const alarm = (sent: number, read: number | null, exact = true) =>
  serverReadLess({ window: { used: sent }, exact, segments: [] as Manifest["segments"] } as Manifest, {
    input: read,
    cached: null,
    output: 1,
  });

it("reports how much was read of what was sent, and what to do", () => {
  expect(alarm(9000, 4096)).toMatchObject({ sent: 9000, read: 4096, fix: expect.stringContaining("window") });
});

it("reports nothing within the tolerance of a chat format or an estimate", () => {
  expect(alarm(9000, 8200)).toBeNull();
  expect(alarm(9000, 6000, false)).toBeNull();
  expect(alarm(200, 60)).toBeNull();
  expect(alarm(9000, 12_000)).toBeNull();
});

it("reports nothing for a server that does not report its usage", () => {
  expect(alarm(9000, null)).toBeNull();
  expect(alarm(9000, 0)).toBeNull();
});
