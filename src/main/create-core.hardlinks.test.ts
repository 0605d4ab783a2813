import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put } from "./workspace/test-workspace.ts";

/** A stranger's folder whose files are other names of files that matter. */
let home: string;
let project: string;
let core: Core;
let client: Client;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "satchel-links-"));
  project = join(home, "Downloads", "cool-agent");
  put(project, {
    "agents.yaml": "agents:\n  - id: main\n    workspace: .\n    transcriptsDir: transcripts\n",
    "AGENTS.md": "Answer briefly.",
    ".husky/pre-commit": "npm test\n",
    ".envrc": "layout node\n",
  });
  core = createCore(testPorts(), { userData: join(home, "data"), resources: "resources" });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
});
afterEach(() => core.close());

const sessions = ".satchel/agents/main/sessions";
const open = () => client.call("project.open", { folder: project });
const link = (path: string, target: string) => {
  const place = join(project, path);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(relative(dirname(place), join(project, target)), place);
};
const textOf = (path: string) => readFileSync(join(project, path), "utf8");
const today = () => new Date().toISOString().slice(0, 10);

describe.runIf(process.platform !== "win32")("a file that Satchel writes by itself", () => {
  it.each([".husky/pre-commit", ".envrc", "agents.yaml"])(
    "a note of today that is a link to %s of the same project is not written",
    async (target) => {
      link(`memory/${today()}.md`, target);
      const before = textOf(target);
      await open();
      await expect(client.call("memory.add", { text: "$(touch pwned)" })).rejects.toMatchObject({
        code: "linked-file",
        message: expect.stringContaining(target),
      });
      expect(textOf(target)).toBe(before);
    },
  );

  it("a note that is a link to another document of the project is written there", async () => {
    put(project, { "journal/day.md": "# Day\n" });
    link(`memory/${today()}.md`, "journal/day.md");
    await open();
    await client.call("memory.add", { text: "Bread is good." });
    expect(textOf("journal/day.md")).toContain("Bread is good.");
  });
});

describe.runIf(process.platform !== "win32")("a hard link", () => {
  const said = (id: string, parentId: string | null, role: string, content: string) =>
    `${JSON.stringify({ type: "message", id, parentId, timestamp: "2026-11-16T10:00:00.000Z", role, content })}\n`;
  const lines = said("u1", null, "user", "Hello") + said("a1", "u1", "assistant", "Hi");

  it.each(["demo.log.jsonl", "demo.jsonl"])("in place of %s is never written through", async (name) => {
    const bashrc = join(home, ".bashrc");
    writeFileSync(bashrc, lines);
    put(project, {
      [`${sessions}/sessions.json`]: JSON.stringify({
        sessions: { demo: { summary: "Welcome", updatedAt: "2026-11-16T10:00:00.000Z" } },
        version: 1,
      }),
      [`${sessions}/satchel.json`]: JSON.stringify({
        sessions: { demo: { kind: "main", title: "Welcome" } },
        version: 1,
      }),
      ...(name === "demo.jsonl" ? { [`${sessions}/demo.log.jsonl`]: lines } : {}),
    });
    linkSync(bashrc, join(project, sessions, name));
    await open();
    await client.call("chat.send", { session: "demo", text: "$(touch pwned)" }).catch(() => {});
    expect(readFileSync(bashrc, "utf8")).toBe(lines);
    const { entries } = await client.call("sessions.read", { session: "demo" });
    expect(entries.map(({ id }) => id).slice(0, 2)).toEqual(["u1", "a1"]);
    expect(JSON.stringify(entries)).toContain("touch pwned");
  });

  it("in place of a transcript is never written through", async () => {
    const bashrc = join(home, ".bashrc");
    writeFileSync(bashrc, "# mine\n");
    await open();
    const { session } = await client.call("sessions.create", {});
    mkdirSync(join(project, "transcripts"), { recursive: true });
    linkSync(bashrc, join(project, "transcripts", `${session.id}.jsonl`));
    await client.call("chat.send", { session: session.id, text: "Hi" }).catch(() => {});
    expect(readFileSync(bashrc, "utf8")).toBe("# mine\n");
  });

  it("in place of today's note is replaced, not written through", async () => {
    const bashrc = join(home, ".bashrc");
    writeFileSync(bashrc, "# mine\n");
    mkdirSync(join(project, "memory"), { recursive: true });
    linkSync(bashrc, join(project, "memory", `${today()}.md`));
    await open();
    await client.call("memory.add", { text: "Bread is good." });
    expect(readFileSync(bashrc, "utf8")).toBe("# mine\n");
  });
});

describe.runIf(process.platform !== "win32")("a link in place of what keeps changes or the owner", () => {
  it.each([".satchel/versions", ".satchel/owner", ".satchel/notes", ".satchel/agents"])(
    "%s: nothing is made outside",
    async (path) => {
      const outside = join(home, "outside");
      mkdirSync(outside);
      const place = join(project, path);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(outside, place);
      const work = async () => {
        await open();
        await client.call("workspace.write", { path: "a.md", text: "x" });
        await client.call("workspace.write", { path: "a.md", text: "y" });
      };
      await expect(work()).rejects.toMatchObject({ code: "linked-folder" });
      expect(readdirSync(outside)).toEqual([]);
    },
  );
});
