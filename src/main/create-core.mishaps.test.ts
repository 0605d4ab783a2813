import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { TurnEnd } from "#shared/contract/chat.ts";
import type { TreeEntry } from "#shared/contract/workspace.ts";
import { eventually } from "./base/test-eventually.ts";
import { useCore } from "./test-core.ts";
import { docxOf, pdfOf } from "./workspace/documents/test-documents.ts";
import { mountSmallDisk, type SmallDisk } from "./workspace/test-mount.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

/**
 * Folders as they really are: what is wrong with one file, or with the disk, is said plainly, everything else works,
 * and nothing is written outside `.satchel/`.
 */

const { dispatch, value, on } = useCore();
/** A shared machine takes long to read ten thousand files. */
const PATIENCE_MS = 180_000;

const good = {
  "Inbox.md": "# Inbox\n\nThe ferry to Naoshima leaves at noon.\n",
  "Travel/Kyoto.md": "# Kyoto\n\nThe ryokan is called Hoshizora and has twelve rooms.\n",
};

const vault = (files: Readonly<Record<string, string | Uint8Array>> = {}) =>
  temporaryProject({ ".obsidian/app.json": "{}", ...good, ...files });

/** Every file outside `.satchel/`, with its time and bytes. Names as bytes: not all of them are text. */
const contentsOf = (folder: string, at: Buffer = Buffer.from(folder)): string[] =>
  readdirSync(at, { encoding: "buffer", withFileTypes: true })
    .flatMap((entry) => {
      const path = Buffer.concat([at, Buffer.from("/"), entry.name]);
      if (path.equals(Buffer.from(join(folder, ".satchel")))) return [];
      if (entry.isDirectory()) return [path.toString("latin1"), ...contentsOf(folder, path)];
      const told = path.toString("latin1");
      return entry.isFile() ? [`${told} ${statSync(path).mtimeMs} ${readFileSync(path, "base64")}`] : [told];
    })
    .sort();

/** With `.satchel/`, by name and bytes. */
const everythingIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path} ${readFileSync(path, "base64")}` : path;
    })
    .sort();

const warnings = async (): Promise<string[]> =>
  (await value<ProjectInfo>("project.info")).warnings.map(({ code, path }) => `${code} ${path}`).sort();

/** `ok`, or the code of the failure; a turn that failed has the code of its reason. */
const code = async (method: string, input: object = {}): Promise<string> => {
  const reply = await dispatch(method, input);
  if (!reply.ok) return reply.error.code;
  return method === "chat.send" ? ((reply.value as TurnEnd).failure?.code ?? "ok") : "ok";
};

const saysAboutHoshizora = async (): Promise<void> => {
  const { session } = await value<{ session: { id: string } }>("sessions.create");
  await eventually(async () => {
    const { hits } = await value<{ hits: { source: string }[] }>("memory.search", { query: "ryokan rooms" });
    expect(hits.map(({ source }) => source)).toContain("Travel/Kyoto.md");
  });
  const turn = await value<TurnEnd>("chat.send", { session: session.id, text: "Which ryokan has rooms?" });
  const answer = turn.entries.findLast((entry) => entry.type === "message");
  expect(answer?.content).toContain("Hoshizora");
  expect(answer?.content).toContain("Travel/Kyoto.md");
};

describe("files of a sync program", () => {
  it("says of a conflict copy what it is and what to do, and reads it like any other file", async () => {
    const folder = vault({
      "Travel/Kyoto (conflict 2026-11-17).md": "# Kyoto\n\nThe ryokan is called Hoshizora, ask Ada.\n",
      "Travel/Lisbon.sync-conflict-20261117-140501-ABCDEFG.md": "# Lisbon\n",
    });
    const before = contentsOf(folder);
    await value("project.open", { folder });
    await value("workspace.files");
    const { warnings: told } = await value<ProjectInfo>("project.info");
    expect(told).toEqual([
      {
        code: "conflict-copy",
        path: "Travel/Kyoto (conflict 2026-11-17).md",
        line: null,
        message:
          "A sync program made Kyoto (conflict 2026-11-17).md when Kyoto.md was changed in two places. Both are read like any other file: compare them, and delete the one you do not need.",
      },
      {
        code: "conflict-copy",
        path: "Travel/Lisbon.sync-conflict-20261117-140501-ABCDEFG.md",
        line: null,
        message:
          "A sync program made Lisbon.sync-conflict-20261117-140501-ABCDEFG.md when Lisbon.md was changed in two places. Lisbon.md itself is not here: rename this file if you want to keep it.",
      },
    ]);
    await saysAboutHoshizora();
    expect(contentsOf(folder)).toEqual(before);
    await value("workspace.remove", { path: "Travel/Kyoto (conflict 2026-11-17).md" });
    expect(await warnings()).toEqual([
      "conflict-copy Travel/Lisbon.sync-conflict-20261117-140501-ABCDEFG.md",
    ]);
  });

  it(
    "takes in 10,000 files that change at once, in a few batches, and answers meanwhile",
    { timeout: 400_000 },
    async () => {
      const count = 10_000;
      const names = Array.from({ length: count }, (_, n) => `Area ${n % 20}/Note ${n}.md`);
      const folder = vault(Object.fromEntries(names.map((name, n) => [name, `# Note ${n}\n\nOld text.\n`])));
      const changed = new Set<string>();
      let batches = 0;
      let isCounted = false;
      on((event) => {
        if (event.event === "workspace.indexing" && event.finished) isCounted = true;
        if (event.event !== "workspace.changed") return;
        batches += 1;
        for (const { path } of event.changes) changed.add(path);
      });
      await value("project.open", { folder });
      await eventually(() => expect(isCounted).toBe(true), PATIENCE_MS);
      const old = names.map((name) => hashOf(join(folder, name)));
      await eventually(() => expect(old.findIndex((hash) => !isKept(folder, hash))).toBe(-1), PATIENCE_MS);
      for (const name of names) writeFileSync(join(folder, name), `# Synced\n\nzanzibar ${name}\n`);
      const { session } = await value<{ session: { id: string } }>("sessions.create");
      const turn = await value<TurnEnd>("chat.send", {
        session: session.id,
        text: "Where does the ferry go?",
      });
      expect(turn.status).toBe("finished");
      await eventually(() => expect(changed.size).toBe(count), PATIENCE_MS);
      // A change at a time would be ten thousand.
      expect(batches).toBeLessThan(100);
      const { files } = await value<{ files: { path: string; content_sha256: string }[] }>("workspace.files");
      const row = files.find(({ path }) => path === names.at(-1));
      expect(row?.content_sha256).toBe(hashOf(join(folder, names.at(-1) ?? "")));
      await eventually(async () => {
        const { changes } = await value<{ changes: { files: { path: string }[] }[] }>("changes.list", {
          path: names.at(-1),
        });
        expect(changes).toHaveLength(1);
      }, PATIENCE_MS);
    },
  );
});

describe("documents", () => {
  it("reads the rest of a folder with a PDF that is locked, broken, empty or a bomb", async () => {
    const deflated = deflateSync(Buffer.alloc(140 * 1024 * 1024, " "), { level: 1 });
    const folder = vault({
      "Bomb.pdf": pdfOf(["bomb", "after"], { deflated }),
      "Locked.pdf": pdfOf(["secret"], { locked: true }),
      "Broken.pdf": pdfOf(["A page that breaks off."]).slice(0, 200),
      "Empty.pdf": new Uint8Array(),
      "Plan.docx": docxOf(["Plant the quince in March."]),
    });
    const before = contentsOf(folder);
    await value("project.open", { folder });
    await value("workspace.files");
    expect(await warnings()).toEqual([
      "document-broken Broken.pdf",
      "document-broken Empty.pdf",
      "document-encrypted Locked.pdf",
      "document-too-large Bomb.pdf",
    ]);
    await eventually(async () => {
      const { hits } = await value<{ hits: { source: string }[] }>("memory.search", { query: "quince" });
      expect(hits[0]?.source).toBe("Plan.docx");
    });
    await saysAboutHoshizora();
    expect(contentsOf(folder)).toEqual(before);
  });
});

describe("names and links", () => {
  it("says which names are not UTF-8, and leaves those files alone", async () => {
    const folder = vault();
    const odd = Buffer.concat([Buffer.from(join(folder, "caf")), Buffer.from([0xe9]), Buffer.from(".md")]);
    writeFileSync(odd, "Latin 1 in the name.\n");
    mkdirSync(Buffer.concat([Buffer.from(join(folder, "dossi")), Buffer.from([0xe9])]));
    const before = contentsOf(folder);
    await value("project.open", { folder });
    await value("workspace.files");
    const { warnings: told } = await value<ProjectInfo>("project.info");
    expect(told.map(({ code }) => code)).toEqual(["unusable-name", "unusable-name"]);
    expect(told[0]?.message).toMatch(/^The name of caf.\.md is not UTF-8\./);
    const { entries } = await value<{ entries: TreeEntry[] }>("workspace.tree");
    expect(entries.map(({ name }) => name).sort()).toEqual([".obsidian", "Inbox.md", "Travel"]);
    await saysAboutHoshizora();
    expect(contentsOf(folder)).toEqual(before);
  });

  it("reads a folder whose links lead in a circle, upwards or nowhere", async () => {
    const folder = vault();
    symlinkSync(folder, join(folder, "Travel", "again"));
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    symlinkSync("..", join(folder, "up"));
    symlinkSync("/nonexistent/place", join(folder, "gone.md"));
    const before = contentsOf(folder);
    await value("project.open", { folder });
    const { files } = await value<{ files: { path: string }[] }>("workspace.files");
    expect(files.filter(({ path }) => path.endsWith("Kyoto.md")).length).toBeLessThan(50);
    await saysAboutHoshizora();
    expect(contentsOf(folder)).toEqual(before);
  });
});

describe("a folder that becomes read-only while it is open", () => {
  const locked: string[] = [];
  const lock = (path: string) => {
    locked.push(path);
    setWritable(path, false);
  };
  const unlock = () => {
    for (const path of locked.splice(0)) setWritable(path, true);
  };
  afterEach(unlock);

  it("can be read and talked about as long as .satchel can be written", async () => {
    const folder = vault();
    await value("project.open", { folder });
    await value("workspace.files");
    const before = contentsOf(folder);
    for (const name of ["Inbox.md", "Travel", ".obsidian"]) lock(join(folder, name));
    expect(await code("workspace.write", { path: "Inbox.md", text: "New.\n" })).toBe("no-access");
    expect(await code("workspace.create", { path: "Travel/New.md", text: "New.\n" })).toBe("no-access");
    expect(await code("workspace.remove", { path: "Travel/Kyoto.md" })).toBe("no-access");
    await saysAboutHoshizora();
    expect(contentsOf(folder)).toEqual(before);
    unlock();
    expect(await code("workspace.write", { path: "Inbox.md", text: "New.\n" })).toBe("ok");
  });

  it("can be read when .satchel cannot be written either, and goes on afterwards", async () => {
    const folder = vault();
    await value("project.open", { folder });
    await value("workspace.files");
    const { session } = await value<{ session: { id: string } }>("sessions.create");
    const before = contentsOf(folder);
    lock(folder);
    for (const [method, input] of [
      ["workspace.write", { path: "Inbox.md", text: "New.\n" }],
      ["workspace.create", { path: "New.md", text: "New.\n" }],
      ["workspace.remove", { path: "Inbox.md" }],
      ["sessions.create", {}],
      ["memory.add", { text: "Closed on Mondays.", kind: "note" }],
      ["chat.send", { session: session.id, text: "Hello" }],
    ] as const)
      expect(`${method} ${await code(method, input)}`).toBe(`${method} no-access`);
    expect(await code("workspace.read", { path: "Inbox.md" })).toBe("ok");
    expect(await code("workspace.tree")).toBe("ok");
    expect(await code("memory.search", { query: "ryokan" })).toBe("ok");
    expect(await code("context.preview", { message: "Which ryokan has rooms?" })).toBe("ok");
    expect(contentsOf(folder)).toEqual(before);
    unlock();
    expect(await code("workspace.write", { path: "Inbox.md", text: "New.\n" })).toBe("ok");
    await saysAboutHoshizora();
  });
});

/** Opens a folder that cannot be written: what reads works, and what writes says why it does not. */
const canOnlyBeRead = async (folder: string): Promise<void> => {
  expect(await value("project.open", { folder })).toMatchObject({ readOnly: { owner: null } });
  expect(await code("workspace.read", { path: "Inbox.md" })).toBe("ok");
  expect(await code("workspace.tree")).toBe("ok");
  const { files } = await value<{ files: { path: string; token_count: number }[] }>("workspace.files");
  expect(files.find(({ path }) => path === "Inbox.md")?.token_count).toBeGreaterThan(0);
  await eventually(async () => {
    const { hits } = await value<{ hits: { text: string }[] }>("memory.search", {
      query: "ryokan Hoshizora",
    });
    expect(hits.map(({ text }) => text).join("\n")).toContain("Hoshizora");
  });
  const { messages } = await value<{ messages: { content: string }[] }>("context.preview", {
    message: "Which ryokan has rooms?",
  });
  expect(messages.map(({ content }) => content).join("\n")).toContain("Hoshizora");
  for (const [method, input] of [
    ["workspace.write", { path: "Inbox.md", text: "New.\n" }],
    ["workspace.create", { path: "New.md", text: "New.\n" }],
    ["workspace.remove", { path: "Inbox.md" }],
    ["sessions.create", {}],
    ["memory.add", { text: "Closed on Mondays.", kind: "note" }],
    ["project.choose", { proposal: "find", include: [] }],
    ["project.trust", { trusted: true }],
  ] as const)
    expect(`${method} ${await code(method, input)}`).toBe(`${method} folder-not-writable`);
  const { lines } = await value<{ lines: { id: string; status: string }[] }>("app.doctor");
  expect(lines.find(({ id }) => id === "owner")?.status).toBe("warning");
};

describe("a folder that is read-only before it is opened", () => {
  it("is opened for reading, stays as it was, and can be written after it was opened again", async () => {
    const folder = vault();
    setWritable(folder, false);
    try {
      const before = contentsOf(folder);
      await canOnlyBeRead(folder);
      expect(contentsOf(folder)).toEqual(before);
      expect(existsSync(join(folder, ".satchel"))).toBe(false);
    } finally {
      setWritable(folder, true);
    }
    expect(await value("project.open", { folder })).toMatchObject({ readOnly: null });
    expect(await code("workspace.write", { path: "Inbox.md", text: "New.\n" })).toBe("ok");
    await saysAboutHoshizora();
  });

  it("keeps what is in its .satchel", async () => {
    const folder = vault();
    await value("project.open", { folder });
    await saysAboutHoshizora();
    await value("project.close");
    setWritable(folder, false);
    try {
      const before = everythingIn(folder);
      await canOnlyBeRead(folder);
      const { sessions } = await value<{ sessions: unknown[] }>("sessions.list");
      expect(sessions.length).toBeGreaterThan(0);
      await value("project.close");
      expect(everythingIn(folder)).toEqual(before);
    } finally {
      setWritable(folder, true);
    }
  });
});

describe("a disk of its own", () => {
  const disks: SmallDisk[] = [];
  const mounted = (megabytes: number): SmallDisk => {
    const disk = mountSmallDisk(megabytes);
    if (!disk) throw new Error("This process may not mount a disk.");
    disks.push(disk);
    return disk;
  };
  afterEach(() => {
    for (const disk of disks.splice(0)) disk.unmount();
  });
  const probe = mountSmallDisk(1);
  probe?.unmount();
  const canMount = probe !== null;
  it.skipIf(!canMount)(
    "is opened for reading when it cannot be written, says so, and nothing is left on it",
    async () => {
      const disk = mounted(4);
      put(disk.folder, good);
      disk.remount("ro");
      const before = contentsOf(disk.folder);
      await canOnlyBeRead(disk.folder);
      expect(existsSync(join(disk.folder, ".satchel"))).toBe(false);
      expect(contentsOf(disk.folder)).toEqual(before);
      // The app goes on with a different one.
      await value("project.open", { folder: vault() });
      await saysAboutHoshizora();
    },
  );

  it.skipIf(!canMount)("loses nothing when it is full, says so, and goes on when there is room", async () => {
    const disk = mounted(16);
    put(disk.folder, good);
    await value("project.open", { folder: disk.folder });
    await value("workspace.files");
    await saysAboutHoshizora();
    const { session } = await value<{ session: { id: string } }>("sessions.create");
    fill(join(disk.folder, "filler.bin"));
    const before = contentsOf(disk.folder);
    const long = "Much text.\n".repeat(20_000);
    expect(await code("workspace.write", { path: "Inbox.md", text: long })).toBe("disk-full");
    expect(await code("workspace.create", { path: "New.md", text: long })).toBe("disk-full");
    expect(await code("workspace.read", { path: "Inbox.md" })).toBe("ok");
    expect(await code("memory.search", { query: "ryokan" })).toBe("ok");
    expect(await code("context.preview", { message: "Which ryokan has rooms?" })).toBe("ok");
    expect(await code("chat.send", { session: session.id, text: long.slice(0, 100_000) })).toBe("disk-full");
    expect(contentsOf(disk.folder)).toEqual(before);
    rmSync(join(disk.folder, "filler.bin"));
    expect(await code("workspace.write", { path: "Inbox.md", text: long })).toBe("ok");
    await saysAboutHoshizora();
  });

  it.skipIf(!canMount)("is refused with a reason when it is full before it is opened", async () => {
    const disk = mounted(2);
    put(disk.folder, good);
    fill(join(disk.folder, "filler.bin"));
    const before = contentsOf(disk.folder);
    const reply = await dispatch("project.open", { folder: disk.folder });
    expect(reply).toMatchObject({ ok: false, error: { code: "disk-full" } });
    expect(contentsOf(disk.folder)).toEqual(before);
    expect(existsSync(join(disk.folder, ".satchel"))).toBe(false);
  });
});

const hashOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

const isKept = (folder: string, hash: string): boolean =>
  existsSync(join(folder, ".satchel", "versions", hash.slice(0, 2), `${hash}.gz`));

/** Until not one more byte fits. */
const fill = (path: string): void => {
  try {
    execFileSync("dd", ["if=/dev/zero", `of=${path}`, "bs=4k"], { stdio: "ignore" });
  } catch {
    // It ends when the disk is full.
  }
};

/** For root, permissions mean nothing; a file that is marked as immutable cannot be changed by anyone. */
const setWritable = (path: string, isWritable: boolean): void => {
  if (process.getuid?.() === 0) execFileSync("chattr", ["-R", isWritable ? "-i" : "+i", path]);
  else execFileSync("chmod", ["-R", isWritable ? "u+w" : "u-w", path]);
};
