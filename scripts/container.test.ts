import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const top = resolve(import.meta.dirname, "..");
const lines = (name: string) => readFileSync(join(top, name), "utf8").split("\n");

it("copies files into the container that are there, and all that the build reads", () => {
  const copied = lines("Containerfile").flatMap(
    (line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? [],
  );
  expect(copied.length).toBeGreaterThan(2);
  expect(copied.filter((name) => !existsSync(join(top, name)))).toEqual([]);
  const ignored = new Set(lines(".dockerignore").map((line) => line.replace(/\/$/, "")));
  const needed = [
    "src",
    "scripts",
    "resources",
    "docs",
    "docs/guide",
    "electron.vite.config.ts",
    "package.json",
  ];
  expect(needed.filter((name) => ignored.has(name))).toEqual([]);
});

it("keeps what the core reads when it runs, and the command of the service is the one of the build", () => {
  const kept = lines("Containerfile").flatMap(
    (line) => /^COPY --from=build \/satchel\/(\S+) /.exec(line)?.[1] ?? [],
  );
  expect(kept.toSorted()).toEqual(["node_modules", "out", "package.json", "resources"]);
  const { bin } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { bin: { satchel: string } };
  expect(lines("Containerfile").at(-2)).toContain(`"/satchel/${bin.satchel}", "serve"`);
  expect(readFileSync(join(top, "docs/serve/satchel.service"), "utf8")).toContain(
    `%h/satchel/${bin.satchel} serve`,
  );
});
