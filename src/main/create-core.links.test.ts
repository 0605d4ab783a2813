import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Core, createCore } from "./create-core.ts";
import { eventually } from "./base/test-eventually.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

let core: Core;
let folder: string;
beforeEach(async () => {
  core = createCore(
    testPorts(),
    { userData: temporaryProject(), resources: "resources" },
    { checkOutput: true },
  );
  folder = temporaryProject({
    ".obsidian/app.json": "{}",
    "Travel/Kyoto.md":
      "---\ntitle: Trip to Kyoto\naliases: [Old capital]\n---\n# Kyoto\n\nEat at [[Ramen places|ramen]].\n",
    "Food/Ramen places.md": "# Ramen\n\nNear the station, see [[Old capital#Trains]] and [[Nowhere]].\n",
    "Inbox.md": "Book [[Kyoto]] soon. `[[Ramen places]]` is code.\n",
  });
  await value("project.open", { folder });
  await value("workspace.files");
});
afterEach(() => core.close());

const value = async <T>(method: string, input: object = {}): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};
type Linked = { path: string | null; line: number; text?: string }[];
const of = (path: string) => value<{ outgoing: Linked; incoming: Linked }>("links.of", { path });

it("says which notes link to a note, with the line, and where its own links lead", async () => {
  expect(await of("Travel/Kyoto.md")).toEqual({
    leftOut: 0,
    outgoing: [
      {
        target: "Ramen places",
        heading: null,
        alias: "ramen",
        line: 7,
        column: 8,
        embed: false,
        path: "Food/Ramen places.md",
      },
    ],
    incoming: [
      {
        path: "Food/Ramen places.md",
        target: "Old capital",
        heading: "Trains",
        alias: null,
        line: 3,
        column: 23,
        embed: false,
        text: "Near the station, see [[Old capital#Trains]] and [[Nowhere]].",
      },
      {
        path: "Inbox.md",
        target: "Kyoto",
        heading: null,
        alias: null,
        line: 1,
        column: 6,
        embed: false,
        text: "Book [[Kyoto]] soon. `[[Ramen places]]` is code.",
      },
    ],
  });
  const { outgoing } = await of("Food/Ramen places.md");
  expect(outgoing.map(({ path }) => path)).toEqual(["Travel/Kyoto.md", null]);
});

it("completes names and aliases, and resolves what is written between brackets", async () => {
  expect(await value("links.names", { query: "old" })).toEqual({
    names: [
      {
        path: "Travel/Kyoto.md",
        name: "Kyoto",
        title: "Trip to Kyoto",
        aliases: ["Old capital"],
        isNote: true,
      },
    ],
    total: 1,
  });
  expect(await value("links.resolve", { link: "Ramen places#Where|here", from: "Inbox.md" })).toMatchObject({
    file: { path: "Food/Ramen places.md" },
    heading: "Where",
  });
  expect(await value("links.resolve", { link: "Osaka" })).toEqual({ file: null, heading: null });
});

it("forgets links with the line or the file they stand in, and knows them after the next start", async () => {
  await value("workspace.write", { path: "Inbox.md", text: "Nothing to book.\n" });
  expect((await of("Travel/Kyoto.md")).incoming).toHaveLength(1);
  await value("project.close");
  await value("project.open", { folder });
  await value("workspace.files");
  expect((await of("Travel/Kyoto.md")).incoming).toHaveLength(1);
  rmSync(join(folder, "Food/Ramen places.md"));
  await eventually(async () => expect((await of("Travel/Kyoto.md")).incoming).toEqual([]));
});

it("recalls a link by the notes at both ends, as tier graph, until the note no longer has it", async () => {
  const graph = async (query: string) => {
    const { hits } = await value<{ hits: { tier: string; text: string; source: string }[] }>(
      "memory.search",
      {
        query,
      },
    );
    return hits.filter(({ tier }) => tier === "graph").map(({ text, source }) => `${text} (${source})`);
  };
  const link = "Kyoto — links to → Ramen places (Travel/Kyoto.md)";
  await eventually(async () => expect(await graph("What about the ramen places?")).toContain(link));
  expect(await graph("Kyoto")).toContain(link);
  writeFileSync(join(folder, "Travel/Kyoto.md"), "# Kyoto\n\nEat at home.\n");
  await eventually(async () => expect(await graph("Kyoto")).not.toContain(link));
});

it("says where to change a link that is to be forgotten", async () => {
  const { memories } = await value<{ memories: { id: string; kind: string }[] }>("memory.list", {
    tier: "graph",
    limit: 10,
  });
  const reply = await core.dispatch("memory.forget", { id: memories[0]?.id });
  expect(reply).toMatchObject({ ok: false, error: { code: "not-editable" } });
});

it("shows notes that link to each other in the graph, until the link is gone", async () => {
  type Entity = { id: string; name: string; type: string; links: number; path: string | null };
  const notes = async () => {
    const { entities } = await value<{ entities: Entity[] }>("memory.entities");
    return entities.map(({ name, type, links, path }) => `${type} ${name} ${links} ${path}`);
  };
  expect(await notes()).toEqual([
    "note Kyoto 3 Travel/Kyoto.md",
    "note Ramen places 2 Food/Ramen places.md",
    "note Inbox 1 Inbox.md",
  ]);
  const around = await value<{
    neighbours: { entity: Entity; hops: number; from: string; path: { type: string }[] }[];
  }>("memory.neighbours", { entity: "note:Inbox.md", hops: 2 });
  expect(around.neighbours.map(({ entity, hops, from }) => [entity.name, hops, from])).toEqual([
    ["Kyoto", 1, "note:Inbox.md"],
    ["Ramen places", 2, "note:Travel/Kyoto.md"],
  ]);
  expect(around.neighbours[0]?.path).toMatchObject([{ source: "Inbox", type: "links to", target: "Kyoto" }]);
  await value("workspace.write", { path: "Inbox.md", text: "Nothing to book.\n" });
  expect(await notes()).toEqual(["note Ramen places 2 Food/Ramen places.md", "note Kyoto 2 Travel/Kyoto.md"]);
});
