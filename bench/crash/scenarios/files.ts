import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { allowed, body, FILES, inWorkspace, numbersIn, onceEach, textOf } from "./known.ts";

const writes: Scenario = {
  name: "writes",
  step: async ({ client }, n) => {
    await client.call("workspace.write", { path: `f${n % FILES}.md`, text: body(n) });
    return "";
  },
  check: async (place, done) =>
    Array.from({ length: FILES }, (_, of) => of).flatMap((of) => {
      const text = textOf(inWorkspace(place, `f${of}.md`));
      const states = allowed(done, of, FILES).map((n) => (n === null ? null : body(n)));
      return states.includes(text) ? [] : [`f${of}.md is neither the last acknowledged text nor the next`];
    }),
};

const appends: Scenario = {
  name: "appends",
  step: async ({ client }, n) => {
    await client.call("workspace.append", { path: "log.md", text: `line ${n}.\n` });
    return "";
  },
  check: async (place, done) => {
    const text = textOf(inWorkspace(place, "log.md"));
    const torn = (text ?? "").split("\n").filter((line) => line !== "" && !/^line \d+\.$/.test(line));
    return [
      ...torn.map((line) => `torn line: ${line}`),
      ...onceEach(numbersIn(text, /^line (\d+)\.$/gm), done, "line"),
    ];
  },
};

const GROUP = ["g0.md", "g1.md", "g2.md"];
const writeAll: Scenario = {
  name: "write-all",
  step: async ({ client }, n) => {
    const files = [];
    for (const path of GROUP) {
      const known = await client
        .call("workspace.read", { path: `workspace/${path}`, root: "project" })
        .catch(() => null);
      files.push({ path: `workspace/${path}`, text: body(n), baseHash: known?.hash ?? null });
    }
    await client.call("workspace.writeAll", { root: "project", files });
    return "";
  },
  check: async (place, done) => {
    const states = new Set(allowed(done, 0, 1).map((n) => (n === null ? null : body(n))));
    const texts = GROUP.map((path) => textOf(inWorkspace(place, path)));
    const wrong = texts.filter((text) => !states.has(text)).length;
    const mixed = new Set(texts).size > 1;
    return [
      ...(wrong > 0 ? [`${wrong} of a group of files are neither old nor new`] : []),
      ...(mixed && wrong === 0 ? ["a group of files was written in part"] : []),
    ];
  },
};

const renames: Scenario = {
  name: "renames",
  files: { "workspace/name0.md": body(7) },
  step: async ({ client, project }, n) => {
    const names = readdirSync(join(project, "workspace"));
    const from = names.find((name) => /^name\d\.md$/.test(name)) ?? "name0.md";
    const to = from === "name0.md" ? "name1.md" : "name0.md";
    await client.call("workspace.rename", { from, to });
    return String(n);
  },
  check: async (place) => {
    const there = ["name0.md", "name1.md"].filter((name) => textOf(inWorkspace(place, name)) === body(7));
    const any = readdirSync(join(place.project, "workspace")).filter((name) => /^name\d\.md$/.test(name));
    if (there.length === 0) return ["a renamed file is gone"];
    return any.length > 1 ? ["a renamed file has both names"] : [];
  },
};

/** Places in three files as one change. */
const edits: Scenario = {
  name: "edits",
  files: Object.fromEntries(GROUP.map((path) => [`workspace/${path}`, "count 0 end\n"])),
  step: async ({ client }, n) => {
    const { hits, bases, unread } = await client.call("workspace.search", {
      query: "count \\d+ end",
      regex: true,
      replacement: `count ${n + 1} end`,
    });
    // What could not be read is not among the hits: the three would not be edited together.
    if (unread.count > 0) throw new Error(`Not searched: ${unread.paths.join(", ")}`);
    const files = bases.map(({ path, hash }) => ({
      path,
      baseHash: hash,
      edits: hits
        .filter((hit) => hit.path === path)
        .map(({ start, end, insert = "" }) => ({ start, end, insert })),
    }));
    await client.call("workspace.edit", { title: `Edit ${n}`, files });
    return "";
  },
  check: async (place, done) => {
    const states = new Set(allowed(done, 0, 1).map((n) => `count ${n === null ? 0 : n + 1} end\n`));
    const texts = GROUP.map((path) => textOf(inWorkspace(place, path)) ?? "");
    return new Set(texts).size === 1 && texts.every((text) => states.has(text))
      ? []
      : [`three files that are edited together say ${texts.map((text) => text.trim()).join(", ")}`];
  },
};

/** A file that goes to the trash and comes back, and a folder that is moved with what is in it. */
const trash: Scenario = {
  name: "trash",
  files: { "workspace/gone.md": body(3), "workspace/box0/inside.md": body(4) },
  step: async ({ client, project }, n) => {
    const from = existsSync(join(project, "workspace", "box0")) ? "box0" : "box1";
    await client.call("workspace.rename", { from, to: from === "box0" ? "box1" : "box0" });
    if (existsSync(join(project, "workspace", "gone.md"))) {
      await client.call("workspace.remove", { path: "gone.md" });
    }
    const { items } = await client.call("trash.list", {});
    const item = items.find(({ name }) => name.endsWith("gone.md"));
    if (item) await client.call("trash.restore", { id: item.id });
    return String(n);
  },
  check: async (place) => {
    const { items } = await place.client.call("trash.list", {});
    const isBack = textOf(inWorkspace(place, "gone.md")) === body(3);
    const kept = items.filter(({ name }) => name.endsWith("gone.md")).length;
    const boxes = ["box0", "box1"].filter(
      (name) => textOf(inWorkspace(place, `${name}/inside.md`)) === body(4),
    );
    return [
      ...(isBack || kept > 0 ? [] : ["a removed file is neither in the trash nor back"]),
      ...(boxes.length === 1 ? [] : [`a moved folder is at ${boxes.length} places`]),
    ];
  },
};

export const fileScenarios: readonly Scenario[] = [writes, appends, writeAll, renames, edits, trash];
