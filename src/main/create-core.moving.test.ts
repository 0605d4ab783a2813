import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { createClient } from "#shared/contract/index.ts";
import { createCore } from "./create-core.ts";
import { preparedSample, SAMPLES } from "./importers/test-samples.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const scratch = mkdtempSync(join(tmpdir(), "satchel-moving-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const expected = z.object({
  cases: z.record(
    z.string(),
    z.union([
      z.array(z.unknown()).transform(() => ({ input: undefined, refused: undefined, never: undefined })),
      z.looseObject({
        input: z.array(z.string()).optional(),
        refused: z.string().optional(),
        never: z.array(z.string()).optional(),
      }),
    ]),
  ),
});

/** The programs of the samples: Satchel reads all of them. */
const SOURCES = readdirSync(SAMPLES).filter((name) => statSync(join(SAMPLES, name)).isDirectory());

const START = {
  "agents.yaml": "agents:\n  - id: juno\n",
  "workspace/AGENTS.md": "Work.\n",
  "workspace/MEMORY.md": "# Memory\n\n- Bakes rye on Tuesdays\n",
};

/** Texts of the project's files; what Satchel keeps for itself, and conversations, are compared elsewhere. */
const textsIn = (project: string) =>
  Object.fromEntries(
    filesIn(project)
      .filter((path) => !path.startsWith(".satchel") && !path.includes("/sessions/"))
      .map((path) => [path, readFileSync(join(project, path), "utf8")]),
  );

const filesIn = (project: string): readonly string[] =>
  readdirSync(project, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(project, path), { throwIfNoEntry: false })?.isFile() === true)
    .toSorted((a, b) => (a < b ? -1 : 1));

it.each(SOURCES)(
  "moves in from every sample of %s: nothing twice, no key, and all of it undone",
  async (source) => {
    const { cases } = expected.parse(JSON.parse(readFileSync(join(SAMPLES, source, "expect.json"), "utf8")));
    const tried: string[] = [];
    for (const [name, { input, refused, never = [] }] of Object.entries(cases)) {
      const path = input?.[0];
      if (path === undefined || refused !== undefined) continue;
      await moveIn(`${source}/${name}`, preparedSample(scratch, source, path), never);
      tried.push(name);
    }
    expect(tried).not.toEqual([]);
  },
  120_000,
);

const moveIn = async (name: string, path: string, never: readonly string[]): Promise<void> => {
  const project = temporaryProject(START);
  const userData = realpathSync(mkdtempSync(join(scratch, "data-")));
  const core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  try {
    await client.call("project.open", { folder: project });
    const open = async () => {
      const { id, items } = await client.call("importers.plan", { path });
      return {
        id,
        keys: items.filter(({ state }) => state === "new" || state === "grown").map(({ key }) => key),
      };
    };
    const before = textsIn(project);
    const first = await open();
    const report = await client.call("importers.apply", { plan: first.id, items: first.keys });
    expect({ name, problems: report.problems }).toEqual({ name, problems: [] });
    for (const file of filesIn(project)) {
      const bytes = readFileSync(join(project, file));
      for (const secret of never)
        expect({ name, file, secret, found: bytes.includes(secret) }).toMatchObject({ found: false });
    }
    const again = await open();
    expect({ name, again: again.keys }).toEqual({ name, again: [] });
    const undone = await client.call("importers.undo", { run: report.run });
    expect({ name, kept: undone.kept }).toEqual({ name, kept: [] });
    expect({ name, texts: textsIn(project) }).toEqual({ name, texts: before });
    const { sessions } = await client.call("sessions.list", {});
    expect({ name, sessions: sessions.map(({ title }) => title) }).toEqual({ name, sessions: [] });
  } finally {
    await core.close();
  }
};
