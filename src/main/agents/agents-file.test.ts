import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { failingDisk } from "../base/test-disk.ts";
import { writePlainly } from "../workspace/write-own-file.ts";
import { AgentsFile } from "./agents-file.ts";

const text = `# Ours.
agents:
  - id: main   # the first
    displayName: Main
`;

let project: string;
let path: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "satchel-agents-"));
  path = join(project, "agents.yaml");
});

describe("agents.yaml on disk", () => {
  it("is one agent called main when there is no file, and reading creates none", () => {
    const agents = new AgentsFile(project);
    expect(agents.list().map(({ id }) => id)).toEqual(["main"]);
    expect(agents.warnings()).toEqual([]);
    expect(readdirSync(project)).toEqual([]);
  });

  it("is read again when it changed", () => {
    writeFileSync(path, text);
    const agents = new AgentsFile(project);
    expect(agents.get().displayName).toBe("Main");
    writeFileSync(path, text.replace("Main", "Somebody else"));
    expect(agents.get().displayName).toBe("Somebody else");
  });

  it("keeps comments and the file's mode when an agent is saved", async () => {
    writeFileSync(path, text);
    chmodSync(path, 0o640);
    await new AgentsFile(project).save("main", { displayName: "New" });
    expect(readFileSync(path, "utf8")).toBe(text.replace("Main", "New"));
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it("applies concurrent saves one after the other, and loses none", async () => {
    writeFileSync(path, text);
    const agents = new AgentsFile(project);
    const ids = Array.from({ length: 8 }, (_, n) => `agent-${n}`);
    await Promise.all(ids.map((id) => agents.save(id, { displayName: id })));
    expect(agents.list().map(({ id }) => id)).toEqual(["main", ...ids]);
  });

  it.each([
    ["ENOSPC", "write", "disk-full"],
    ["ENOSPC", "sync", "disk-full"],
    ["EDQUOT", "write", "disk-full"],
    ["EROFS", "rename", "read-only"],
  ] as const)("stays as it was when the disk refuses: %s at %s", async (code, step, expected) => {
    writeFileSync(path, text);
    const agents = new AgentsFile(project, { write: writePlainly(project, failingDisk(code, step)) });
    await expect(agents.save("main", { displayName: "New" })).rejects.toMatchObject({
      code: expected,
      message: expect.stringContaining("agents.yaml"),
    });
    await expect(agents.save("second", { displayName: "Second" })).rejects.toMatchObject({ code: expected });
    await expect(agents.remove("main")).rejects.toMatchObject({ code: expected });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(readdirSync(project)).toEqual(["agents.yaml"]);
    expect(agents.list().map(({ displayName }) => displayName)).toEqual(["Main"]);
  });

  it("is not created when the disk refuses the first agent", async () => {
    const agents = new AgentsFile(project, { write: writePlainly(project, failingDisk("ENOSPC", "write")) });
    await expect(agents.save("main", { displayName: "New" })).rejects.toMatchObject({ code: "disk-full" });
    expect(readdirSync(project)).toEqual([]);
  });
});
