import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { Author } from "./recorder.ts";
import { closeCounter, openTestWorkspace, temporaryProject, type TestWorkspace } from "./test-workspace.ts";
import { UserFiles } from "./user-files.ts";

let test: TestWorkspace;
let files: UserFiles;
/** The authors of the recorded changes, in order. */
let recorded: Author[];
beforeEach(() => {
  recorded = [];
  const project = temporaryProject({ "workspace/AGENTS.md": "one\n", "workspace/notes/a.md": "a\n" });
  const recorder = {
    keep: async () => {},
    kept: async () => null,
    group: async () => ({ end: async () => {}, reopen: async () => {} }),
    begin: async (by: Author) => {
      recorded.push(by);
      return { change: `c${recorded.length}`, cancel: async () => {} };
    },
  };
  test = openTestWorkspace(project, { watch: false, recorder });
  files = new UserFiles(test.workspace, "workspace");
});
afterEach(() => test.close());
afterAll(closeCounter);

it("returns paths as seen from its root", async () => {
  expect(await files.create("b.md", "file", "b\n")).toMatchObject({ path: "b.md" });
  expect(await files.write("b.md", "c\n", undefined, undefined)).toMatchObject({ path: "b.md" });
  expect(await files.append("b.md", "d\n")).toMatchObject({ path: "b.md" });
  expect(await files.rename("b.md", "notes/b.md")).toMatchObject({ path: "notes/b.md" });
  expect(await files.remove("notes/b.md")).toMatchObject({ path: "notes/b.md" });
});

it("titles every change as the user's, by what was done", async () => {
  await files.write("AGENTS.md", "two\n", undefined, undefined);
  await files.write("AGENTS.md", "three\n", undefined, "Raised a limit");
  await files.append("AGENTS.md", "four\n");
  await files.rename("notes/a.md", "notes/b.md");
  await files.rename("notes/b.md", "b.md");
  await files.remove("b.md");
  expect(recorded.map(({ actor, kind, title }) => [actor, kind, title])).toEqual([
    ["you", "save", "Saved AGENTS.md"],
    ["you", "write", "Raised a limit"],
    ["you", "write", "Added to AGENTS.md"],
    ["you", "move", "Renamed a.md to b.md"],
    ["you", "move", "Moved b.md"],
    ["you", "remove", "Deleted b.md"],
  ]);
});

it("writes many files as one author, the user or the one that is named", async () => {
  const one = { path: "x.md", text: "x\n", baseHash: null };
  const two = { path: "y.md", text: "y\n", baseHash: null };
  const written = await files.writeAll([one, two], null);
  expect(written.map(({ path }) => path)).toEqual(["x.md", "y.md"]);
  await files.writeAll([{ ...one, path: "z.md" }], async (title) => ({ actor: "agent:juno", title }));
  expect(new Set(recorded.map(({ actor, title }) => `${actor} ${title}`))).toEqual(
    new Set(["you Wrote 2 files", "agent:juno Wrote z.md"]),
  );
});
