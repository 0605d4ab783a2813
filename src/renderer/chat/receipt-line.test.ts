import { expect, it } from "vitest";
import type { Receipt } from "#shared/model/session-entry.ts";
import { receiptText } from "./receipt-line.tsx";

const receipt: Receipt = {
  read: 9000,
  wrote: 80,
  estimated: { read: false, wrote: false },
  firstMs: 400,
  ms: 2400,
  cost: null,
  local: true,
  leftOut: { cut: 0, out: 0, dropped: 0, summarised: 0, memories: 0 },
};

it("says what was read and written, how fast, and that it runs here", () => {
  expect(receiptText(receipt, "tiny")).toEqual([
    "tiny",
    "read 9,000",
    "wrote 80",
    "first word after 0.4 s",
    "40 tokens/s",
    "runs here",
  ]);
});

it("marks estimates, says the cost, and what was left out", () => {
  const text = receiptText(
    {
      ...receipt,
      estimated: { read: true, wrote: true },
      cost: 0.0012,
      local: false,
      leftOut: { cut: 1, out: 3, dropped: 4, summarised: 12, memories: 2 },
    },
    undefined,
  );
  expect(text).toEqual([
    "read ~9,000",
    "wrote ~80",
    "first word after 0.4 s",
    "~40 tokens/s",
    "~$0.0012",
    "1 file cut",
    "3 files left out",
    "4 messages not read",
    "12 messages summarised",
    "2 memories without room",
  ]);
});

it("shows no unknown price or speed", () => {
  const text = receiptText({ ...receipt, firstMs: 400, ms: 410, local: false }, undefined);
  expect(text).toEqual(["read 9,000", "wrote 80", "first word after 0.4 s", "price unknown"]);
});
