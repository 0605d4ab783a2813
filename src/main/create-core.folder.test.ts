import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ProjectInfo, Proposals } from "#shared/contract/project.ts";
import type { TreeEntry } from "#shared/contract/workspace.ts";
import { eventually } from "./base/test-eventually.ts";
import { useCore } from "./test-core.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const { dispatch, value } = useCore();
const open = (folder: string) => value<ProjectInfo>("project.open", { folder });

/** Every file outside `.satchel/`, with its time and text. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, ".satchel")))
    .map((path) => {
      const found = statSync(path);
      return found.isFile() ? `${path} ${found.mtimeMs} ${readFileSync(path, "utf8")}` : path;
    })
    .sort();

const vault = () =>
  temporaryProject({
    ".obsidian/app.json": "{}",
    "Travel/Kyoto.md": "# Kyoto\n\nThe ryokan is called Hoshizora and has twelve rooms.\n",
    "Travel/Lisbon.md": "# Lisbon\n\nTram 28 leaves from Martim Moniz.\n",
    "Inbox.md": "Buy stamps.\n",
  });

describe("a folder of the person's own", () => {
  it("is said to be what it is, also when it is opened again, and its workspace is the folder itself", async () => {
    const folder = vault();
    for (const _ of [1, 2]) {
      expect(await open(folder)).toMatchObject({
        kind: "vault",
        kindWhy: "It has an .obsidian folder.",
        workspace: ".",
        hasWorkspace: true,
        agents: [{ id: "main", workspace: "." }],
        warnings: [],
      });
      expect(await value("project.info")).toMatchObject({
        // .obsidian holds nothing that can be recalled.
        searched: { files: 3, all: true, budget: 8_000 },
      });
      await value("project.close");
    }
  });

  it("is what the person says it is", async () => {
    await open(vault());
    await value("settings.set", { project: { kind: "project" } });
    expect(await value("project.info")).toMatchObject({
      kind: "project",
      kindWhy: "You chose it.",
      workspace: "workspace",
    });
  });

  it("is left as it was: agents, conversations and settings are in .satchel", async () => {
    const folder = vault();
    const before = contentsOf(folder);
    await open(folder);
    await value("agents.save", { id: "main", values: { displayName: "Librarian" } });
    const { session } = await value<{ session: { id: string } }>("sessions.create", {});
    await value("chat.send", { session: session.id, text: "I prefer window seats. Where is the ryokan?" });
    await value("memory.add", { text: "Window seats, always." });
    await value("memory.stats");
    expect(contentsOf(folder)).toEqual(before);
    expect(readFileSync(join(folder, ".satchel/agents.yaml"), "utf8")).toContain("Librarian");
    expect(existsSync(join(folder, ".satchel/agents/main/sessions", `${session.id}.log.jsonl`))).toBe(true);
  });

  it("lists, reads, writes and counts its files under their own paths", async () => {
    const folder = vault();
    await open(folder);
    const { entries } = await value<{ entries: TreeEntry[] }>("workspace.tree", {});
    expect(entries.map(({ path }) => path)).toEqual(["Inbox.md", ".obsidian", "Travel"]);
    const { files } = await value<{ files: { path: string }[] }>("workspace.files");
    expect(files.map(({ path }) => path)).toEqual(["Inbox.md", "Travel/Kyoto.md", "Travel/Lisbon.md"]);
    await value("workspace.write", { path: "Travel/Oslo.md", text: "Fjord." });
    expect(readFileSync(join(folder, "Travel/Oslo.md"), "utf8")).toBe("Fjord.");
  });
});

describe("every text file of a folder of the person's own", () => {
  it("can be recalled, whatever its folder; hidden, ignored, secret and binary ones cannot", async () => {
    const folder = temporaryProject({
      ".gitignore": "drafts/\n",
      ".obsidian/zebra.md": "zebra hidden",
      "drafts/zebra.md": "zebra draft",
      "credentials.md": "zebra password",
      "zebra.png": new Uint8Array([0, 1, 2, 3, 122, 101, 98, 114, 97, 0]),
      "Animals/Africa/zebra.md": "# Stripes\n\nThe zebra lives in herds.\n",
      "code/zoo.py": "# A zebra eats hay\nprint('hay')\n",
    });
    await open(folder);
    await value("workspace.files");
    await eventually(async () => {
      const { hits } = await value<{ hits: { source: string; tier: string }[] }>("memory.search", {
        query: "zebra",
      });
      expect(hits.map(({ source }) => source).sort()).toEqual(["Animals/Africa/zebra.md", "code/zoo.py"]);
      expect(hits.every(({ tier }) => tier === "knowledge")).toBe(true);
    });
  });

  it("is in the prompt when it matters for the question, and not twice when it is sent whole", async () => {
    await open(vault());
    await value("workspace.files");
    const segments = async (message: string) => {
      const { manifest } = await value<{ manifest: { segments: { layer: string; source: string }[] } }>(
        "context.preview",
        { message },
      );
      return manifest.segments.filter(({ layer }) => layer === "memory").map(({ source }) => source);
    };
    await eventually(async () => expect(await segments("ryokan in Kyoto")).toEqual(["Travel/Kyoto.md#3"]));
    expect(await segments("stamps")).toEqual([]);
  });
});

describe("instructions and chosen files", () => {
  type Preview = { manifest: { segments: { layer: string; source: string; status: string }[] } };
  const sent = async (overrides: object = {}) => {
    const { manifest } = await value<Preview>("context.preview", { message: "", overrides });
    const files = manifest.segments.filter(({ layer }) => layer === "core" || layer === "files");
    return files.filter(({ status }) => status === "included").map(({ source }) => source);
  };

  it("reads CLAUDE.md in the place of a missing AGENTS.md, under its own name", async () => {
    await open(temporaryProject({ "CLAUDE.md": "Run the tests.", "package.json": "{}", "src/a.ts": "1" }));
    const { manifest } = await value<Preview>("context.preview", { message: "" });
    const core = manifest.segments.filter(({ layer }) => layer === "core");
    expect(core.map(({ source, status }) => [source, status])).toEqual([
      ["CLAUDE.md", "included"],
      ["USER.md", "missing"],
      ["IDENTITY.md", "missing"],
    ]);
  });

  it("treats CLAUDE.md as any other file beside AGENTS.md, and lists AGENTS.md of subfolders without sending it", async () => {
    const files = { "AGENTS.md": "Root.", "CLAUDE.md": "Also.", "web/AGENTS.md": "Web.", "web/a.ts": "1" };
    await open(temporaryProject(files));
    expect(await sent()).toEqual(["AGENTS.md", "CLAUDE.md"]);
    await value("workspace.files");
    expect(await value("project.info")).toMatchObject({
      kind: "workspace",
      instructions: [{ path: "web/AGENTS.md", folder: "web" }],
    });
  });

  it("sends what include says, and strips YAML front matter", async () => {
    const folder = vault();
    await open(folder);
    expect(await sent()).toEqual(["Inbox.md"]);
    expect(await sent({ include: ["Travel/*.md"] })).toEqual(["Travel/Kyoto.md", "Travel/Lisbon.md"]);
    await value("workspace.write", { path: "Inbox.md", text: "---\ntags: [a]\npriority: 5\n---\nStamps.\n" });
    const { files } = await value<{ files: { path: string; tags: string[]; priority: number }[] }>(
      "workspace.files",
    );
    expect(files[0]).toMatchObject({ path: "Inbox.md", tags: ["a"], priority: 5 });
    const { messages } = await value<{ messages: { content: string }[] }>("context.preview", {
      message: "",
      include: ["messages"],
    });
    expect(messages[0]?.content).toContain("## Inbox.md\nStamps.");
  });

  it("are proposed in three ways with real budgets, and taken by choosing one", async () => {
    const folder = vault();
    const before = contentsOf(folder);
    await open(folder);
    await value("workspace.files");
    const { recommended, counted, proposals } = await value<Proposals>("project.proposals");
    expect(recommended).toBe("everything");
    expect(counted).toMatchObject({ files: 3, all: true });
    expect(proposals.map(({ id, budget }) => [id, budget?.sent])).toEqual([
      ["everything", 3],
      ["find", 0],
      ["choose", 1],
    ]);
    expect(proposals[0]?.budget?.used).toBeGreaterThan(proposals[1]?.budget?.used ?? Infinity);
    expect(proposals[1]?.budget?.recall).toBe(8_000);
    expect(await value("project.choose", { proposal: "everything" })).toMatchObject({
      proposal: "everything",
    });
    expect(await sent()).toEqual(["Inbox.md", "Travel/Kyoto.md", "Travel/Lisbon.md"]);
    expect(contentsOf(folder)).toEqual(before);
  });

  it("are found for each question by default when the text is larger than a quarter of the window", async () => {
    await open(temporaryProject({ ".obsidian/app.json": "{}", "Long/a.md": "A word. ".repeat(1_500) }));
    await value("agents.save", { id: "main", values: { maxContextTokens: 16_000 } });
    const { recommended, proposals } = await value<Proposals>("project.proposals");
    expect(recommended).toBe("find");
    expect(proposals[1]?.include).toEqual([]);
  });
});

describe("folders that are refused or picked", () => {
  it("refuses the whole disk, the home folder and a link to it, with a reason and before writing", async () => {
    const link = join(temporaryProject(), "home");
    symlinkSync(homedir(), link);
    for (const folder of ["/", "~", homedir(), link]) {
      const before = existsSync(join(homedir(), ".satchel"));
      expect(await dispatch("project.open", { folder })).toMatchObject({
        ok: false,
        error: { code: "folder-too-wide", message: expect.stringContaining("Open a folder in it") },
      });
      expect(existsSync(join(homedir(), ".satchel"))).toBe(before);
    }
  });

  it("expands ~ and completes what is typed with folders only", async () => {
    expect(await value("folders.list")).toMatchObject({ folder: homedir() });
    expect(await value("folders.list", { typed: "~/" })).toMatchObject({ folder: homedir() });
    const folder = temporaryProject({ "Notes/a.md": "", "Novels/b.md": "", "other/c.md": "", "No.md": "" });
    expect(await value("folders.list", { typed: `${folder}/no` })).toMatchObject({
      folder,
      folders: [
        { name: "Notes", path: join(folder, "Notes") },
        { name: "Novels", path: join(folder, "Novels") },
      ],
    });
    expect(await dispatch("folders.list", { typed: "/no/such/place" })).toMatchObject({
      ok: false,
      error: { code: "folder-not-found" },
    });
  });
});

it("answers without a model from the person's own notes, with a link to the file", async () => {
  await open(vault());
  await value("workspace.files");
  const { session } = await value<{ session: { id: string } }>("sessions.create", {});
  await eventually(async () => {
    const { hits } = await value<{ hits: object[] }>("memory.search", { query: "ryokan" });
    expect(hits).toHaveLength(1);
  });
  await value("chat.send", { session: session.id, text: "What is the ryokan in Kyoto called?" });
  await eventually(async () => {
    const { entries } = await value<{ entries: { role?: string; content?: string }[] }>("sessions.read", {
      session: session.id,
    });
    const answer = entries.find(({ role }) => role === "assistant")?.content ?? "";
    expect(answer).toContain("[Travel/Kyoto.md](/Travel/Kyoto.md), line 3");
    expect(answer).toContain("Hoshizora");
    expect(answer).not.toContain("You are Assistant");
  });
});
