import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "fixtures", "areas");
const projects = globSync("*.json", { cwd: folder });

describe("areas compile separately", () => {
  it("has a fixture for every wrong neighbour", () => {
    expect(projects.length).toBeGreaterThanOrEqual(5);
  });

  for (const project of projects) {
    it(`refuses ${basename(project, ".json")}`, () => {
      const { status, stdout } = spawnSync("tsc", ["-p", join(folder, project)], {
        encoding: "utf8",
        shell: process.platform === "win32",
      });
      expect(status).not.toBe(0);
      expect(stdout).toMatch(/Cannot find (name|module)/);
      expect(stdout.match(/error TS/g)).toHaveLength(1);
    });
  }
});
