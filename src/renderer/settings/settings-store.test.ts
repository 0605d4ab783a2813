import { expect, it } from "vitest";
import { createClient, type Method } from "#shared/contract/index.ts";
import { createSettingsStore } from "./settings-store.ts";

it("shows the calibration of each model, and resets one on request", async () => {
  let learned = [
    { model: "gpt-4o", ratio: 1.01, samples: 1, updatedAt: "2026-11-16T00:00:00.000Z" },
    { model: "mystery-1", ratio: 1.5, samples: 7, updatedAt: "2026-11-16T00:00:00.000Z" },
  ];
  const client = createClient({
    request: async (method: Method, input: unknown) => {
      if (method === "tokens.resetCalibration") {
        const { model } = input as { model: string };
        learned = learned.filter((one) => one.model !== model);
        return { ok: true, value: {} };
      }
      expect(method).toBe("tokens.calibrations");
      return { ok: true, value: { calibrations: learned } };
    },
    listen: () => () => {},
  });
  const store = createSettingsStore(client);
  const models = () => store.getState().calibrations.map(({ model }) => model);
  expect(models()).toEqual([]);
  await store.getState().loadCalibrations();
  expect(models()).toEqual(["gpt-4o", "mystery-1"]);
  await store.getState().resetCalibration("mystery-1");
  expect(models()).toEqual(["gpt-4o"]);
});
