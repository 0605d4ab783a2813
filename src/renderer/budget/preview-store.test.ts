import { expect, it } from "vitest";
import { type Client, Failure } from "#shared/contract/index.ts";
import { createPreviewStore } from "./preview-store.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const manifest = manifestOf([segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 100 })]);
const question = (message: string) => ({ message, activeFile: null, texts: {} });

/** A core that answers as it is told to, and what it was asked. */
const coreOf = (answer: () => Promise<unknown>) => {
  const asked: string[] = [];
  const call = (_method: string, { message }: { message: string }) => {
    asked.push(message);
    return answer();
  };
  return { asked, client: { call, on: () => () => {} } as unknown as Client };
};

it("asks once for what is written at once, and shows the answer", async () => {
  const { asked, client } = coreOf(async () => ({ manifest }));
  const store = createPreviewStore(client, 1);
  for (const message of ["O", "Or", "Order"]) store.getState().ask(question(message));
  await expect.poll(() => store.getState().status).toBe("ready");
  expect(asked).toEqual(["Order"]);
  expect(store.getState()).toMatchObject({ manifest, trouble: null, question: { message: "Order" } });
});

it("waits for no pause while it is followed, and catches up when that begins", async () => {
  const { asked, client } = coreOf(async () => ({ manifest }));
  const store = createPreviewStore(client, 1_000_000);
  store.getState().ask(question("O"));
  expect(asked).toEqual([]);
  store.getState().setFollowed(true);
  expect(asked).toEqual(["O"]);
  await expect.poll(() => store.getState().status).toBe("ready");
  store.getState().ask(question("Or"));
  expect(asked).toEqual(["O", "Or"]);
});

it("says why there is no prompt, and has one again after the next answer", async () => {
  let answer = (): Promise<unknown> => Promise.reject(new Failure("window-too-small", "Too small."));
  const { client } = coreOf(() => answer());
  const store = createPreviewStore(client, 1);
  store.getState().refresh();
  await expect.poll(() => store.getState().status).toBe("failed");
  expect(store.getState()).toMatchObject({ manifest: null, trouble: { message: "Too small." } });
  answer = async () => ({ manifest });
  store.getState().refresh();
  await expect.poll(() => store.getState().status).toBe("ready");
  expect(store.getState().trouble).toBeNull();
});

it("waits while one project is closed and the next one is not open yet", async () => {
  let answer = (): Promise<unknown> => Promise.reject(new Failure("no-project", "No project is open."));
  const { asked, client } = coreOf(() => answer());
  const store = createPreviewStore(client, 1);
  store.getState().ask(question("between"));
  await expect.poll(() => asked).toEqual(["between"]);
  await Promise.resolve();
  expect(store.getState()).toMatchObject({ manifest: null, trouble: null, status: "waiting" });
  answer = async () => ({ manifest });
  store.getState().refresh();
  await expect.poll(() => store.getState().status).toBe("ready");
});
