import { beforeEach, expect, it, vi } from "vitest";
import { bridgeChannels } from "#shared/contract/bridge.ts";
import type { Carrier, Events, Reply } from "#shared/contract/index.ts";
import { silentLog } from "../../base/log.ts";
import { serveBridge } from "./bridge.ts";
import { ipcMain, StandInContents } from "./stand-in-electron.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

type Asked = Parameters<Carrier["request"]>;
let asked: Asked[];
let answer: (...args: Asked) => Promise<Reply>;
let emit: (event: Events) => void;
let contents: StandInContents;
let bridge: ReturnType<typeof serveBridge>;

beforeEach(() => {
  asked = [];
  answer = async () => ({ ok: true, value: 7 });
  ipcMain.removeAllListeners();
  const core: Carrier = {
    request: (...args) => {
      asked.push(args);
      return answer(...args);
    },
    listen: (listener) => {
      emit = listener;
      return () => {
        emit = () => {};
      };
    },
  };
  bridge = serveBridge(core, silentLog);
  contents = new StandInContents();
  bridge.attach(contents as never);
});

const call = (message: unknown, senderFrame: unknown = contents.mainFrame, sender = contents) => {
  const handler = ipcMain.handlers.get(bridgeChannels.call);
  return handler?.(...([{ sender, senderFrame }, message] as never[])) as Promise<Reply>;
};
const message = { id: "1", method: "app.info", input: { a: 1 } };

it("has one channel for calls, one for cancelling, and no other", () => {
  expect([...ipcMain.handlers.keys()]).toEqual([bridgeChannels.call]);
  expect(ipcMain.eventNames()).toEqual([bridgeChannels.cancel]);
});

it("carries a call to the core and its answer back", async () => {
  expect(await call(message)).toEqual({ ok: true, value: 7 });
  expect(asked[0]?.slice(0, 2)).toEqual(["app.info", { a: 1 }]);
});

it("refuses a different page, a frame within the page, an unknown page, and a missing frame", async () => {
  const refused = { ok: false, error: { code: "forbidden-sender" } };
  contents.mainFrame.url = "https://example.org/";
  expect(await call(message)).toMatchObject(refused);
  expect(await call(message, { url: contents.url })).toMatchObject(refused);
  expect(await call(message, null)).toMatchObject(refused);
  const stranger = new StandInContents();
  expect(await call(message, stranger.mainFrame, stranger)).toMatchObject(refused);
  expect(asked).toEqual([]);
});

it("refuses a message that is not a call", async () => {
  for (const bad of [null, "app.info", { id: 1, method: "app.info" }, { id: "", method: "x" }]) {
    expect(await call(bad)).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  }
});

it("answers with a failure when the core itself throws", async () => {
  answer = async () => {
    throw new Error("boom");
  };
  expect(await call(message)).toMatchObject({ ok: false, error: { code: "core-unreachable" } });
});

const waitForAbort = (...[, , signal]: Asked) =>
  new Promise<Reply>((done) =>
    signal?.addEventListener("abort", () => done({ ok: false, error: { code: "cancelled", message: "" } })),
  );

it("cancels the named call and only from our page", async () => {
  answer = waitForAbort;
  const waiting = call(message);
  ipcMain.emit(bridgeChannels.cancel, { sender: contents, senderFrame: { url: "https://example.org" } }, "1");
  expect(asked[0]?.[2]?.aborted).toBe(false);
  ipcMain.emit(bridgeChannels.cancel, { sender: contents, senderFrame: contents.mainFrame }, "1");
  expect(await waiting).toMatchObject({ error: { code: "cancelled" } });
});

it("cancels a page's requests when it reloads, but not when it navigates within itself", async () => {
  answer = waitForAbort;
  const waiting = call(message);
  contents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: true });
  expect(asked[0]?.[2]?.aborted).toBe(false);
  contents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
  expect(await waiting).toMatchObject({ error: { code: "cancelled" } });
});

it("sends events to our page only", () => {
  const event: Events = { event: "project.opened", folder: "/x" };
  emit(event);
  contents.url = "https://example.org/";
  emit(event);
  expect(contents.sent).toEqual([[bridgeChannels.event, event]]);
});

it("removes its channels", () => {
  bridge.close();
  expect(ipcMain.handlers.size).toBe(0);
  expect(ipcMain.eventNames()).toEqual([]);
});
