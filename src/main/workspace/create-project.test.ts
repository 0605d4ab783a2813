import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { isTemporaryName, temporaryName } from "../base/write-atomic.ts";
import { createProject } from "./create-project.ts";

it("leaves only complete files when it is killed, and can be repeated", { timeout: 60_000 }, async () => {
  const place = mkdtempSync(join(tmpdir(), "satchel-create-"));
  const template = join(place, "template");
  const project = join(place, "project");
  const bytes = 64 * 1024 * 1024;
  mkdirSync(template);
  writeFileSync(join(template, "AGENTS.md"), Buffer.alloc(bytes, "a"));
  writeFileSync(join(template, "USER.md"), "Kate");
  const module = JSON.stringify(new URL("./create-project.ts", import.meta.url).href);
  const script = `
    import { createProject } from ${module};
    await createProject(${JSON.stringify(project)}, ${JSON.stringify(template)}, new Date());`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  const exited = once(child, "exit");
  // As soon as the first file exists.
  while (!existsSync(join(project, "AGENTS.md")) && child.exitCode === null) await nextTick();
  child.kill("SIGKILL");
  await exited;
  expect(statSync(join(project, "AGENTS.md")).size).toBe(bytes);
  await createProject(project, template, new Date());
  expect(readFileSync(join(project, "USER.md"), "utf8")).toBe("Kate");
  const names = readdirSync(project).filter((name) => !isTemporaryName(name));
  expect(names).toEqual(["AGENTS.md", "USER.md"]);
});

it("removes what a killed creation left in the folders of the template", async () => {
  const place = mkdtempSync(join(tmpdir(), "satchel-create-"));
  const [template, project] = [join(place, "template"), join(place, "project")];
  for (const folder of [join(template, "orders"), join(project, "orders")]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "README.md"), "Orders");
  }
  const left = join(project, "orders", temporaryName());
  writeFileSync(left, "Half of a fi");
  utimesSync(left, 1_000_000, 1_000_000);
  await createProject(project, template, new Date());
  expect(readdirSync(join(project, "orders"))).toEqual(["README.md"]);
});

it("gives every row of the sample's graph and workflows a real time of the last days", async () => {
  const project = mkdtempSync(join(tmpdir(), "satchel-create-"));
  await createProject(project, "resources/templates/bakery", new Date(2026, 10, 16));
  const folder = join(project, ".satchel", "backup");
  const rows = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { created_at: string; used_at: string }),
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { created_at, used_at } of rows) {
    expect(created_at).toMatch(/^2026-11-1\dT/);
    expect(new Date(used_at).getTime()).toBeGreaterThanOrEqual(new Date(created_at).getTime());
  }
});
