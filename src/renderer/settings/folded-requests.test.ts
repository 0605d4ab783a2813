import { expect, it } from "vitest";
import { folded } from "./folded-requests.ts";

const line = (purpose: string, bytesSent = 1, status: number | null = 200) => ({
  at: "2026-11-16T12:00:00.000Z",
  host: "lab",
  purpose,
  bytesSent,
  bytesReceived: 10,
  status,
});

it("counts routine questions in one line, and keeps every request of a conversation", () => {
  const all = [line("models"), line("window"), line("models", 2), line("chat"), line("chat"), line("models")];
  expect(folded(all).map(({ purpose, times, bytesSent }) => [purpose, times, bytesSent])).toEqual([
    ["models", 2, 3],
    ["window", 1, 1],
    ["chat", 1, 1],
    ["chat", 1, 1],
    ["models", 1, 1],
  ]);
});

it("keeps a failed question apart from those that were answered", () => {
  expect(folded([line("models"), line("models", 1, null)]).map(({ times }) => times)).toEqual([1, 1]);
});
