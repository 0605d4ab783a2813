import { EventEmitter } from "node:events";
import { beforeAll, expect, it, vi } from "vitest";
import type { Bridge } from "#shared/contract/bridge.ts";

/** Electron as the preload script sees it; records its calls. */
const standIn = {
  exposed: [] as [name: string, value: Bridge][],
  invoked: [] as unknown[][],
  sent: [] as unknown[][],
};
const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (...args: unknown[]) => void standIn.invoked.push(args),
  send: (...args: unknown[]) => void standIn.sent.push(args),
});
vi.doMock("electron", () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, value: Bridge) => void standIn.exposed.push([name, value]),
  },
  ipcRenderer,
  webUtils: { getPathForFile: (file: { readonly name: string }) => `/home/ada/${file.name}` },
}));

let bridge: Bridge;
beforeAll(async () => {
  await import("./bridge.ts");
  const [[, value] = []] = standIn.exposed;
  if (!value) throw new Error("The preload script exposed nothing.");
  bridge = value;
});

it("exposes one frozen object with four functions, and nothing else", () => {
  expect(standIn.exposed.map(([name]) => name)).toEqual(["satchel"]);
  expect(Object.keys(bridge).sort()).toEqual(["cancel", "listen", "pathOf", "request"]);
  expect(Object.isFrozen(bridge)).toBe(true);
});

it("says where a dropped folder is", () => {
  expect(bridge.pathOf({ name: "Vault" })).toBe("/home/ada/Vault");
});

it("uses its own channels only", async () => {
  await bridge.request("app.info", { a: 1 }, "7");
  bridge.cancel("7");
  expect(standIn.invoked).toEqual([["satchel:call", { id: "7", method: "app.info", input: { a: 1 } }]]);
  expect(standIn.sent).toEqual([["satchel:cancel", "7"]]);
});

it("passes events on without Electron's own event object, until told to stop", () => {
  const heard = vi.fn<(event: unknown) => void>();
  const stop = bridge.listen(heard);
  ipcRenderer.emit("satchel:event", { sender: ipcRenderer }, { event: "project.opened", folder: "/x" });
  expect(stop()).toBeUndefined();
  ipcRenderer.emit("satchel:event", { sender: ipcRenderer }, { event: "project.opened", folder: "/y" });
  expect(heard.mock.calls).toEqual([[{ event: "project.opened", folder: "/x" }]]);
});
