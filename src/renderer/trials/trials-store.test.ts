import { describe, expect, it } from "vitest";
import type { Client } from "#shared/contract/index.ts";
import type { TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { createTrialsStore } from "./trials-store.ts";

const summary = (status: TrialSummary["status"], done: number) =>
  ({ id: "t1", status, done, total: 14, failure: null }) as unknown as TrialSummary;
const resultOf = (trial: TrialSummary, text: string) =>
  ({ trial, verdict: { kind: "none-shown", text } }) as unknown as TrialResult;

/** A core whose results come when the test says so, in its order. */
const slowCore = () => {
  const asked: ((result: TrialResult) => void)[] = [];
  const call = (method: string) => {
    if (method !== "trials.result") throw new Error(`${method} is not expected.`);
    return new Promise<TrialResult>((resolve) => asked.push(resolve));
  };
  const settle = async (at: number, result: TrialResult) => {
    asked[at]?.(result);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { store: createTrialsStore({ call } as unknown as Client), settle };
};

describe("the trial that is shown", () => {
  it("says nothing of a trial that is over until its result is read", async () => {
    const { store, settle } = slowCore();
    void store.getState().show({ kind: "trial", id: "t1" });
    await settle(0, resultOf(summary("running", 0), "Not finished"));
    store.getState().changed(summary("done", 14));
    expect(store.getState()).toMatchObject({ isWorking: true, result: { trial: { status: "done" } } });
    await settle(1, resultOf(summary("done", 14), "No difference shown"));
    expect(store.getState()).toMatchObject({
      isWorking: false,
      result: { verdict: { text: "No difference shown" } },
    });
  });

  it("keeps the newest result when an earlier one comes later", async () => {
    const { store, settle } = slowCore();
    void store.getState().show({ kind: "trial", id: "t1" });
    store.getState().changed(summary("done", 14));
    await settle(1, resultOf(summary("done", 14), "No difference shown"));
    await settle(0, resultOf(summary("running", 0), "Not finished"));
    expect(store.getState().result?.verdict.text).toBe("No difference shown");
    expect(store.getState().isWorking).toBe(false);
  });
});
