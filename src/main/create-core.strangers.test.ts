import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { putSpecial, specialFiles } from "./base/test-special-files.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put } from "./workspace/test-workspace.ts";

/** A folder of somebody else's, in a home that has things worth having. */
let home: string;
let project: string;
let outside: string;
let core: Core;
let client: Client;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "satchel-home-"));
  project = join(home, "Downloads", "cool-agent");
  outside = join(home, "outside");
  mkdirSync(outside);
  put(project, {
    "agents.yaml":
      "agents:\n  - id: main\n    transcriptsDir: transcripts\n    workspaceGit: {enabled: true}\n",
    "workspace/AGENTS.md": "Answer briefly.",
  });
  core = createCore(
    testPorts(),
    { userData: join(home, "data"), resources: "resources" },
    { checkOutput: true },
  );
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
});
afterEach(() => core.close());

const sessions = "workspace/agents/main/sessions";
const open = () => client.call("project.open", { folder: project });
const listed = async () =>
  (await client.call("sessions.list", { archived: false })).sessions.map(({ id }) => id);
const said = (id: string, parentId: string | null, role: string, content: string) =>
  `${JSON.stringify({ type: "message", id, parentId, timestamp: "2026-11-16T10:00:00.000Z", role, content })}\n`;
const conversation = (id: string) => {
  const lines =
    said("u1", null, "user", "Hello") + said("a1", "u1", "assistant", "SECRET OF ANOTHER PROJECT");
  return {
    [`${sessions}/sessions.json`]: JSON.stringify({
      sessions: { [id]: { summary: "Welcome", updatedAt: "2026-11-16T10:00:00.000Z" } },
      version: 1,
    }),
    [`${sessions}/satchel.json`]: JSON.stringify({
      sessions: { [id]: { kind: "main", title: "Welcome" } },
      version: 1,
    }),
    [`${sessions}/${id}.jsonl`]: lines,
    [`${sessions}/${id}.log.jsonl`]: lines,
  };
};
const link = (path: string, target: string) => {
  const place = join(project, path);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(relative(dirname(place), target), place);
};
/** Every path below a folder, with the text of its files. */
const everything = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${relative(folder, path)}: ${entry.isFile() ? readFileSync(path, "utf8") : ""}`;
    })
    .sort();
/** What a curious user does without sending anything. */
const lookAround = async (session: string) => {
  await client.call("project.info", {});
  await listed();
  await client.call("sessions.read", { session }).catch(() => {});
  await client.call("sessions.search", { query: "SECRET", limit: 10 }).catch(() => {});
  await client.call("tools.list", {}).catch(() => {});
  await client.call("context.preview", { message: "Hello" }).catch(() => {});
};

describe.runIf(process.platform !== "win32")("S1: a conversation of a stranger's folder", () => {
  const partial = (path: string) => {
    const header = { id: "m1", parentId: null, timestamp: "2026-11-16T10:00:00.000Z", pid: 999_999_999 };
    put(project, {
      [path]: `${JSON.stringify(header)}\n${JSON.stringify({ text: "\n$(touch pwned)\n" })}\n`,
    });
  };

  it("never writes into the shell's start file when its log is a link to that", async () => {
    const bashrc = join(home, ".bashrc");
    writeFileSync(bashrc, "# mine\n");
    const { [`${sessions}/demo.log.jsonl`]: _, ...files } = conversation("demo");
    put(project, files);
    link(`${sessions}/demo.log.jsonl`, bashrc);
    partial(`${sessions}/demo.partial`);
    await open();
    expect(await listed()).toEqual([]);
    const refused = {
      code: "not-a-plain-file",
      message: expect.stringContaining("demo.log.jsonl is a link"),
    };
    await expect(client.call("sessions.read", { session: "demo" })).rejects.toMatchObject(refused);
    await expect(client.call("chat.send", { session: "demo", text: "Hi" })).rejects.toMatchObject(refused);
    await lookAround("demo");
    expect(readFileSync(bashrc, "utf8")).toBe("# mine\n");
  });

  it("recovers no answer that came with the project, and keeps it aside when a new one arrives", async () => {
    put(project, conversation("demo"));
    partial(`${sessions}/demo.partial`);
    await open();
    const { entries } = await client.call("sessions.read", { session: "demo" });
    expect(entries.map(({ id }) => id)).toEqual(["u1", "a1"]);
    await client.call("chat.send", { session: "demo", text: "Hi" });
    const kept = readdirSync(join(project, sessions)).filter((name) => name.startsWith("demo.partial"));
    expect(kept).toEqual([expect.stringMatching(/^demo\.partial\.kept-/)]);
    expect(readFileSync(join(project, sessions, kept[0] ?? ""), "utf8")).toContain("touch pwned");
  });

  it.each([`${sessions}/demo.partial`, "transcripts/demo.jsonl"])(
    "says so and leaves the target alone when %s is a link",
    async (path) => {
      const thesis = join(home, "thesis.txt");
      writeFileSync(thesis, "Five years of work.");
      put(project, conversation("demo"));
      link(path, thesis);
      await open();
      await lookAround("demo");
      // A turn that began has failed; one that could not begin is refused.
      const refused = await client
        .call("chat.send", { session: "demo", text: "Hi" })
        .then(({ failure }) => failure)
        .catch((error: unknown) => error);
      const message = expect.stringContaining(`${path} is a link`);
      expect(refused).toMatchObject({ code: "not-a-plain-file", message });
      expect(readFileSync(thesis, "utf8")).toBe("Five years of work.");
    },
  );
});

describe.runIf(process.platform !== "win32")("S2: a link in place of one of Satchel's own folders", () => {
  it.each([".satchel", ".satchel/backup", ".satchel/history", ".satchel/trash", ".satchel/profiles"])(
    "%s: the project is refused with a sentence, nothing is made outside",
    async (path) => {
      link(path, outside);
      const message = expect.stringContaining(`${path} is a link`);
      await expect(open()).rejects.toMatchObject({ code: "linked-folder", message });
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it.each(["index.db", "index.db-wal", "index.db-shm", ".gitignore", "backup/runs.jsonl"])(
    ".satchel/%s: the project is refused, the target is as it was",
    async (name) => {
      for (const kind of specialFiles) {
        const target = putSpecial(join(project, ".satchel", name), kind, outside);
        await expect(open()).rejects.toMatchObject({ code: "not-a-plain-file" });
        expect(readFileSync(target, "utf8")).toBe("PRECIOUS\n");
      }
    },
  );

  it("a linked folder of sessions is neither listed, nor renamed, nor put into a prompt", async () => {
    const victim = join(home, "victim");
    put(victim, conversation("theirs"));
    put(victim, { [`${sessions}/sessions.json`]: "{not json of ours" });
    const before = everything(victim);
    link(sessions, join(victim, sessions));
    await open();
    expect(await listed()).toEqual([]);
    await lookAround("theirs");
    const { messages } = await client.call("context.preview", { message: "What is the SECRET?" });
    expect(JSON.stringify(messages)).not.toContain("SECRET OF ANOTHER PROJECT");
    const { warnings } = await client.call("project.info", {});
    expect(warnings).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ code: "linked-folder", path: sessions })]),
    );
    expect(everything(victim)).toEqual(before);
  });

  it.each(["transcripts", sessions, "workspace/agents/main", "workspace/agents"])(
    "%s: a message is refused with a sentence and nothing is made outside",
    async (path) => {
      link(path, outside);
      await open();
      const message = expect.stringContaining(`${path} is a link`);
      const send = async () => {
        const { session } = await client.call("sessions.create", {});
        await client.call("chat.send", { session: session.id, text: "Hi" });
      };
      await expect(send()).rejects.toMatchObject({ code: "linked-folder", message });
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it("an entry of the trash whose content is a link brings nothing in from outside", async () => {
    writeFileSync(join(outside, "diary.md"), "PRECIOUS\n");
    const record = { path: "workspace/diary.md", layer: "base", name: "diary.md" };
    put(project, { ".satchel/trash/t1/from.json": JSON.stringify(record) });
    link(".satchel/trash/t1/content", outside);
    const up = { ...record, name: ".." };
    put(project, { ".satchel/trash/t2/from.json": JSON.stringify(up), ".satchel/trash/t2/content/x": "x" });
    await open();
    expect(await client.call("trash.list", {})).toMatchObject({ items: [] });
    for (const id of ["t1", "t2"])
      await expect(client.call("trash.restore", { id })).rejects.toMatchObject({ code: "not-found" });
    await client.call("trash.empty", {});
    expect(readFileSync(join(outside, "diary.md"), "utf8")).toBe("PRECIOUS\n");
  });

  it("workspace: nothing is made outside", async () => {
    rmSync(join(project, "workspace"), { recursive: true });
    link("workspace", outside);
    await open();
    await expect(client.call("sessions.create", {})).rejects.toMatchObject({ code: "linked-folder" });
    expect(readdirSync(outside)).toEqual([]);
  });

  it("workspace: trusting the folder, and reading memory again, end nothing but themselves", async () => {
    rmSync(join(project, "workspace"), { recursive: true });
    link("workspace", outside);
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", hear);
    try {
      await open();
      await client.call("project.trust", { trusted: true });
      await client.call("memory.resumeIndexing", {});
      await client.call("memory.stats", {}).catch(() => {});
      await client.call("project.close", {});
      await new Promise((done) => setImmediate(done));
    } finally {
      process.off("unhandledRejection", hear);
    }
    expect(unheard).toEqual([]);
  });
});

describe.runIf(process.platform !== "win32")(
  "S4: a link, a pipe or a device in place of a small file",
  () => {
    const small = [
      "agents.yaml",
      ".satchel/settings.json",
      ".satchel/profiles/x.json",
      "workspace/.gitignore",
      ".gitignore",
    ];
    const ofSession = ["sessions.json", "satchel.json", "demo.log.jsonl", "demo.jsonl"];
    const groups = [small, ["transcripts/x.jsonl"], ...ofSession.map((name) => [`${sessions}/${name}`])];
    const cases = groups.flatMap((paths) =>
      specialFiles.map((kind) => [kind, paths.join(" and "), paths] as const),
    );
    const warned = new Set([small[0], small[1], `${sessions}/sessions.json`, `${sessions}/satchel.json`]);

    it.each(cases)("a %s at %s: every call is answered and the project closes", async (kind, _, paths) => {
      put(project, conversation("demo"));
      const targets = paths.map((path) => putSpecial(join(project, path), kind, outside));
      await open();
      await lookAround("demo");
      await client.call("workspace.search", { query: "briefly" });
      const { profiles } = await client.call("profiles.list", {});
      await client.call("sessions.create", {}).catch(() => {});
      const { warnings } = await client.call("project.info", {});
      await client.call("project.close", {});
      const refused = warnings.filter(({ code }) => code === "not-a-plain-file").map(({ path }) => path);
      expect(refused.toSorted()).toEqual(paths.filter((path) => warned.has(path)).toSorted());
      expect(profiles.map(({ id }) => id)).not.toContain("x");
      for (const target of targets) expect(readFileSync(target, "utf8")).toBe("PRECIOUS\n");
      expect(readdirSync(outside)).toEqual(["target.txt"]);
    });
  },
);
