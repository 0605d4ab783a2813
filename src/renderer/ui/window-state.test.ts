import { beforeEach, expect, it, vi } from "vitest";
import type { KeptEntry } from "#shared/contract/app.ts";
import { createWindowState } from "./window-state.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});

const open = (folder: string, theirs: Record<string, KeptEntry> = {}) => {
  const sent: Record<string, KeptEntry> = {};
  const state = createWindowState((key, entry) => (sent[key] = entry));
  state.adopt(folder, theirs);
  return { state, sent };
};

it("uses the newer entry of the core and the browser", () => {
  open("/a").state.write("drafts", "mine");
  const old = { at: 1, value: "theirs" };
  expect(open("/a", { drafts: old }).state.read("drafts", "")).toBe("mine");
  const newer = { at: Date.now() + 60_000, value: "theirs" };
  expect(open("/a", { drafts: newer }).state.read("drafts", "")).toBe("theirs");
});

it("sends the core what it missed", () => {
  open("/a").state.write("drafts", "written while the core was gone");
  expect(open("/a").sent["drafts"]?.value).toBe("written while the core was gone");
});

it("keeps projects apart", () => {
  open("/a").state.write("tabs", ["AGENTS.md"]);
  expect(open("/b").state.read("tabs", [])).toEqual([]);
});
