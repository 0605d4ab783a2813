// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Client } from "#shared/contract/index.ts";
import type { ModelCall } from "#shared/model/model-call.ts";
import { OtherCalls } from "./other-calls.tsx";

afterEach(cleanup);

const call = (id: string, minute: number, fields: Partial<ModelCall>): ModelCall => ({
  id,
  at: `2026-11-18T08:0${minute}:00Z`,
  purpose: "summary",
  agent: "juno",
  session: "s",
  run: null,
  provider: "lab",
  model: "tiny",
  local: true,
  input: 10,
  cached: null,
  output: 2,
  cost: null,
  ms: 5,
  outcome: "finished",
  ...fields,
});

const kept = [
  call("own", 1, {}),
  call("answer", 2, { purpose: "chat", run: "r" }),
  call("elsewhere", 3, { purpose: "flush", session: "other" }),
  call("memory", 4, { purpose: "consolidate", session: null }),
];
const client = {
  call: async (_: string, { session }: { session?: string }) => ({
    calls: kept.filter((each) => session === undefined || each.session === session),
  }),
} as unknown as Client;

it("lists the calls of a conversation and those that belong to none, newest first", async () => {
  const { container } = render(<OtherCalls client={client} session="s" revision="1" />);
  await screen.findByText("notes brought together");
  const rows = [...container.querySelectorAll("summary")].map((row) => row.textContent);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("a summary");
});

it("lists the calls of all conversations where none is chosen, but no answers", async () => {
  const { container } = render(<OtherCalls client={client} session={null} revision="1" />);
  await screen.findByText("a summary");
  expect(container.querySelectorAll("summary")).toHaveLength(3);
});
