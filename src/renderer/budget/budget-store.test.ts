import { beforeEach, expect, it } from "vitest";
import type { Client } from "#shared/contract/index.ts";
import { createBudgetStore } from "./budget-store.ts";
import type { BudgetStore } from "./budget-state.ts";
import { createPreviewStore } from "./preview-store.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const saved = {
  ...manifestOf([segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 100 })]),
  id: "saved",
};
const tried = {
  ...manifestOf([segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 90 })]),
  id: "tried",
};

let store: BudgetStore;
/** What was asked, and a function that answers it. */
let asked: {
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: (output?: unknown) => Promise<void>;
}[];

beforeEach(() => {
  asked = [];
  const call = (_method: string, input: unknown, signal?: AbortSignal) => {
    const reply = Promise.withResolvers<unknown>();
    const answer = async (output: unknown = { manifest: tried }) => {
      reply.resolve(output);
      await reply.promise;
      // The store is notified two steps later.
      await new Promise((done) => setTimeout(done));
    };
    asked.push({ input, signal, answer });
    return reply.promise;
  };
  const client = { call, on: () => () => {} } as unknown as Client;
  store = createBudgetStore(client, { preview: createPreviewStore(client), onWritten: () => {} });
  store.setState({ saved });
});

it("asks as soon as the pointer moved, and draws the divider and the answer at once", async () => {
  const drawn: (readonly [number | undefined, string | undefined])[] = [];
  store.subscribe(({ drag, tried: shown }) => drawn.push([drag?.value, shown?.id]));
  store.getState().aimDivider("files", 50);
  expect(asked).toHaveLength(1);
  expect(drawn).toEqual([]);
  await asked[0]?.answer();
  expect(drawn).toEqual([[50, "tried"]]);
});

it("draws the divider with the frame when the answer takes longer, and asks once for one place", () => {
  store.getState().aimDivider("files", 50);
  store.getState().moveDivider("files", 50);
  expect(store.getState().drag).toEqual({ divider: "files", value: 50 });
  expect(asked).toHaveLength(1);
});

it("asks for the newest place when the pointer went on, against the answer before", async () => {
  for (const value of [50, 40, 30]) store.getState().aimDivider("files", value);
  await asked[0]?.answer();
  expect(asked).toHaveLength(2);
  expect(asked[1]?.input).toMatchObject({ against: "tried" });
  await asked[1]?.answer();
  expect(asked).toHaveLength(2);
  expect(store.getState().drag?.value).toBe(30);
});

it("drops an answer that comes after the divider was let go", async () => {
  store.getState().aimDivider("files", 50);
  store.getState().cancelDrag();
  await asked[0]?.answer();
  expect(store.getState()).toMatchObject({ drag: null, tried: null });
});

it("reads the prompt that is shown with its messages, and passes on that the reader left", async () => {
  store.getState().tryOut({ window: 4096 });
  const stop = new AbortController();
  const whole = store.getState().readWhole(stop.signal);
  expect(asked[1]).toMatchObject({ input: { overrides: { window: 4096 } }, signal: stop.signal });
  expect(asked[1]?.input).not.toHaveProperty("include");
  await asked[1]?.answer({ messages: [{ role: "user", content: "Hello" }], manifest: tried });
  expect(await whole).toEqual({ messages: [{ role: "user", content: "Hello" }], manifest: tried });
});

it("hides the tour once it is written down that it was seen", async () => {
  store.setState({ tourStep: 4 });
  store.getState().showTour(null);
  expect(store.getState().tourStep).toBe(4);
  await asked[0]?.answer({ user: { tours: [] } });
  expect(asked[1]?.input).toEqual({ user: { tours: ["budget"] } });
  expect(store.getState().tourStep).toBe(4);
  await asked[1]?.answer();
  expect(store.getState().tourStep).toBeNull();
});
