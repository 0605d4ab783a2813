// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { type Client, Failure } from "#shared/contract/index.ts";
import { createBuffers } from "./buffers.ts";
import { createEditorStore } from "./editor-store.ts";

/** A core with one file, as the contract describes it. */
const coreWith = (disk: { text: string; hash: string }) => {
  const writes: { text: string; baseHash: string | undefined }[] = [];
  let held: Promise<void> | null = null;
  const call = async (method: string, input: { text: string; baseHash?: string }) => {
    if (method === "workspace.read") {
      const found = { path: "a.md", ...disk, bytes: 1, layer: "base", readOnly: false, warnings: [] };
      const wait = held;
      held = null;
      await wait;
      return found;
    }
    if (method === "tokens.count") return { tokens: 1, encoding: "o200k_base", exact: true };
    if (method !== "workspace.write") throw new Failure("unknown-method", method);
    writes.push({ text: input.text, baseHash: input.baseHash });
    if (input.baseHash !== disk.hash) {
      throw new Failure("conflict", "changed", { theirs: disk.text, theirsHash: disk.hash });
    }
    disk.text = input.text;
    disk.hash = `hash of ${input.text}`;
    return { path: "a.md", hash: disk.hash, bytes: 1, layer: "base" };
  };
  /** The next read has the text of its moment, and is answered when the returned function is called. */
  const holdRead = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { client: { call, on: () => () => {} } as unknown as Client, writes, holdRead };
};

const setUp = async () => {
  const disk = { text: "one", hash: "h1" };
  const { client, writes, holdRead } = coreWith(disk);
  const buffers = createBuffers();
  const store = createEditorStore(client, buffers);
  store.getState().open("a.md");
  await expect.poll(() => store.getState().tabs[0]?.state).toBe("ready");
  let text = "one";
  buffers.add("a.md", {
    read: () => text,
    head: () => text,
    is: (other) => text === other,
    replace: (next) => (text = next),
    rename: () => {},
    close: () => {},
  });
  const type = (next: string) => {
    text = next;
    store.getState().edited("a.md");
  };
  return { disk, store, writes, holdRead, type, read: () => text, tab: () => store.getState().tabs[0] };
};

describe("an open file", () => {
  let at: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => {
    at = await setUp();
  });

  it("is unsaved while its text differs from the disk, and saved again when it is typed back", () => {
    at.type("two");
    expect(at.tab()?.dirty).toBe(true);
    at.type("one");
    expect(at.tab()?.dirty).toBe(false);
  });

  it("is available again when its file came back unchanged", async () => {
    const tell = (kind: "removed" | "added", hash: string | null) => {
      const changes = [{ path: "a.md", kind, hash, tokens: null }];
      at.store.getState().changed({ event: "workspace.changed", changes });
    };
    tell("removed", null);
    expect(at.tab()?.state).toBe("removed");
    tell("added", "h1");
    await expect.poll(() => at.tab()?.state).toBe("ready");
    expect(at.tab()?.dirty).toBe(false);
  });

  it("is saved with the hash it was based on", async () => {
    at.type("two");
    expect(await at.store.getState().save()).toBe(true);
    expect(at.writes).toEqual([{ text: "two", baseHash: "h1" }]);
    expect(at.tab()?.dirty).toBe(false);
  });

  it("becomes a conflict and overwrites nothing when the disk changed meanwhile", async () => {
    at.type("mine");
    Object.assign(at.disk, { text: "theirs", hash: "h2" });
    expect(await at.store.getState().save()).toBe(false);
    expect(at.tab()?.conflict).toEqual({ base: "one", theirs: "theirs", theirsHash: "h2" });
    expect(at.disk.text).toBe("theirs");
    expect(at.read()).toBe("mine");
  });

  describe("in a conflict", () => {
    const tell = (hash: string) => {
      const changes = [{ path: "a.md", kind: "changed" as const, hash, tokens: null }];
      at.store.getState().changed({ event: "workspace.changed", changes });
    };
    const settled = () => new Promise((done) => setTimeout(done, 20));
    beforeEach(async () => {
      at.type("mine");
      Object.assign(at.disk, { text: "theirs", hash: "h2" });
      tell("h2");
      await settled();
    });

    it("stays in the same conflict when the same change is reported again, so that a merge is not lost", async () => {
      const conflict = at.tab()?.conflict;
      expect(conflict?.theirsHash).toBe("h2");
      tell("h2");
      await settled();
      expect(at.tab()?.conflict).toBe(conflict);
    });

    it("shows the newest text of the disk when answers come in a different order", async () => {
      const late = at.holdRead();
      tell("h3");
      Object.assign(at.disk, { text: "newest", hash: "h4" });
      tell("h4");
      await expect.poll(() => at.tab()?.conflict?.theirs).toBe("newest");
      late();
      await settled();
      expect(at.tab()?.conflict?.theirs).toBe("newest");
    });

    it("is in none when the disk has the text again that it began with", async () => {
      Object.assign(at.disk, { text: "one", hash: "h1" });
      tell("h0");
      await expect.poll(() => at.tab()?.conflict).toBe(null);
      expect(at.read()).toBe("mine");
    });
  });

  it("follows the disk at once while nothing is unsaved", async () => {
    Object.assign(at.disk, { text: "theirs", hash: "h2" });
    at.store.getState().changed({
      event: "workspace.changed",
      changes: [{ path: "a.md", kind: "changed", hash: "h2", tokens: 1 }],
    });
    await expect.poll(at.read).toBe("theirs");
    expect(at.tab()?.dirty).toBe(false);
  });

  it("keeps its unsaved text when its file is removed", () => {
    at.type("two");
    at.store.getState().changed({
      event: "workspace.changed",
      changes: [{ path: "a.md", kind: "removed", hash: null, tokens: null }],
    });
    expect(at.tab()?.state).toBe("removed");
    expect(at.tab()?.dirty).toBe(true);
    expect(at.read()).toBe("two");
    // It is not written again by sending a message, so a preview does not count it.
    expect(at.store.getState().unsaved()).toEqual({});
  });

  it("is saved before a message is sent, and only then counted as what is sent", async () => {
    at.type("two");
    expect(at.store.getState().unsaved()).toEqual({ "a.md": "two" });
    expect(await at.store.getState().saveToSend()).toBe(true);
    expect(at.disk.text).toBe("two");
    expect(at.store.getState().unsaved()).toEqual({});
  });

  it("holds a message back when the file cannot be saved", async () => {
    at.type("two");
    Object.assign(at.disk, { text: "theirs", hash: "h2" });
    expect(await at.store.getState().saveToSend()).toBe(false);
    expect(at.tab()?.conflict).toMatchObject({ theirs: "theirs" });
    expect(at.store.getState().unsaved()).toEqual({});
    expect(await at.store.getState().saveToSend()).toBe(true);
  });
});
