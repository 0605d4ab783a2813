import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "#shared/contract/index.ts";
import { createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

/** What others on this machine may read, write or list. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path))
    // A file of the user that was removed keeps the mode it had; the folder above it is closed to others.
    .filter((path) => !/^trash[/\\][^/\\]+[/\\]content/.test(path));

it.skipIf(process.platform === "win32")(
  "S20: what Satchel keeps is readable by its user only, in the user's folder and in the project",
  async () => {
    const userData = join(mkdtempSync(join(tmpdir(), "satchel-modes-")), "data");
    const project = temporaryProject({ "workspace/AGENTS.md": "Answer briefly.", "workspace/a.md": "one\n" });
    const core = createCore(testPorts(), { userData, resources: "resources" });
    const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
    await client.call("project.open", { folder: project });
    await client.call("settings.set", { user: { theme: "dark" }, project: { timeZone: "Europe/Paris" } });
    const { session } = await client.call("sessions.create", {});
    await client.call("chat.send", { session: session.id, text: "Hello" });
    await client.call("workspace.write", { path: "a.md", text: "two\n" });
    await client.call("workspace.remove", { path: "a.md" });
    await client.call("memory.add", { text: "Bread is good." });
    await client.call("history.checkpoint", {}).catch(() => {});
    await core.close();
    expect(statSync(userData).mode & 0o077).toBe(0);
    expect(openToOthers(userData)).toEqual([]);
    expect(statSync(join(project, ".satchel")).mode & 0o077).toBe(0);
    expect(openToOthers(join(project, ".satchel"))).toEqual([]);
    expect(openToOthers(join(project, "workspace", "agents"))).toEqual([]);
    expect(readdirSync(userData).length).toBeGreaterThan(1);
  },
);
