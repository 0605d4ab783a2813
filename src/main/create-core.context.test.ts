import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Manifest, Message } from "#shared/model/manifest.ts";
import { type ManifestChanges, withChanges } from "#shared/model/manifest-changes.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core | undefined;
afterEach(() => core?.close());

const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));

const open = async (files: Record<string, string>, links: Record<string, string> = {}) => {
  const folder = temp();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  await ask("project.open", { folder });
  return folder;
};

const ask = async (method: string, input: unknown): Promise<unknown> => {
  const reply = await core?.dispatch(method, input);
  if (!reply?.ok) throw new Error(JSON.stringify(reply));
  return reply.value;
};

const preview = async (input: Record<string, unknown>) =>
  (await ask("context.preview", input)) as { messages: Message[]; manifest: Manifest };

describe("context.preview", () => {
  it("accounts for real files with their stored counts, front matter stripped", async () => {
    await open({
      "SOUL.md": "Be kind.\n",
      "workspace/AGENTS.md": "<!-- priority: 5 -->\nWork well.\n",
      "workspace/notes.md": "<!-- tags: code -->\n\nSome notes.\n",
    });
    const { messages, manifest } = await preview({ message: "hi" });
    expect(messages[0]?.content).toContain(
      "Be kind.\n\n## AGENTS.md\nWork well.\n\n## notes.md\nSome notes.",
    );
    expect(messages.at(-1)).toEqual({ role: "user", content: "hi" });
    expect(manifest.segments.map((each) => each.source)).toContain("workspace/USER.md");
    expect(manifest.exact).toBe(true);
  });

  it("accepts a file by its name in the project or in the workspace, and refuses an unknown override", async () => {
    await open({ "workspace/AGENTS.md": "x", "workspace/plan.md": "<!-- tags: code -->\nThe plan." });
    const statusWith = async (overrides: unknown) =>
      (await preview({ message: "hi", overrides })).manifest.segments.find(
        ({ source }) => source === "workspace/plan.md",
      )?.status;
    expect(await statusWith({})).toBe("included");
    expect(await statusWith({ files: { "workspace/plan.md": { exclude: true } } })).toBe("excluded");
    expect(await statusWith({ files: { "plan.md": "exclude" } })).toBe("excluded");
    expect(await statusWith({ exclude: ["plan.md"] })).toBe("excluded");
    expect(await statusWith({ perFile: 1 })).toBe("truncated");
    await expect(preview({ message: "hi", overrides: { perfile: 1 } })).rejects.toThrow(
      /profile-invalid.*perfile/,
    );
  });

  it("contains the current MEMORY.md, also for a message that was asked about before", async () => {
    await open({ "workspace/AGENTS.md": "x", "workspace/MEMORY.md": "- The oven is old.\n" });
    const said = async () => (await preview({ message: "zebra code" })).messages[0]?.content ?? "";
    expect(await said()).not.toContain("4711");
    const write = (text: string) => ask("workspace.write", { path: "MEMORY.md", text });
    await write("- The oven is old.\n- The zebra code is 4711.\n");
    expect(await said()).toContain("] The zebra code is 4711.");
    await write("- The oven is old.\n- The zebra code is 9999.\n");
    expect(await said()).not.toContain("4711");
    expect(await said()).toContain("9999");
  });

  it("writes and records nothing, and returns only the manifest on request", async () => {
    await open({ "workspace/AGENTS.md": "x" });
    expect(Object.keys(await preview({ message: "hi", include: ["manifest"] }))).toEqual(["manifest"]);
    expect(await ask("context.runs", {})).toEqual({ runs: [] });
    expect(await ask("context.lastRun", {})).toBeNull();
  });

  it("returns what changed against an earlier manifest, and all of it when that is no longer kept", async () => {
    await open({
      "workspace/AGENTS.md": "Work well.",
      ...Object.fromEntries([1, 2, 3, 4].map((name) => [`workspace/${name}.md`, "flour ".repeat(40)])),
    });
    const { manifest: base } = await preview({ message: "hi", include: ["manifest"] });
    const asked = {
      message: "hi",
      include: ["manifest"],
      overrides: { files: { "workspace/3.md": { exclude: true } } },
    };
    const { manifest: whole } = await preview(asked);
    const told = (await ask("context.preview", { ...asked, against: base.id })) as {
      manifest?: Manifest;
      changes: ManifestChanges;
    };
    expect(told.manifest).toBeUndefined();
    const sources = told.changes.changed.map(({ index }) => base.segments[index]?.source);
    expect(sources).toContain("workspace/3.md");
    const bare = ({ segments, ...rest }: Manifest) => ({
      ...rest,
      id: "",
      at: "",
      segments: segments.map((segment) => ({ ...segment, message: null, range: null })),
    });
    const second = withChanges(base, told.changes);
    expect(bare(second)).toEqual(bare(whole));
    // The next move of a slider is compared with the one before, which was itself sent as changes.
    const { changes: back } = (await ask("context.preview", {
      message: "hi",
      include: ["manifest"],
      against: second.id,
    })) as { changes: ManifestChanges };
    expect(bare(withChanges(second, back))).toEqual(bare(base));
    expect((await preview({ ...asked, against: "gone" })).manifest.window.used).toBe(whole.window.used);
  });

  it("never shows a private file in a shared prompt, also behind a link", async () => {
    await open(
      { "workspace/AGENTS.md": "Work well.", "workspace/USER.md": "<!-- tags: shared -->\nSECRET" },
      { "workspace/innocent.md": "USER.md", "workspace/SOUL.md": "USER.md" },
    );
    const { messages } = await preview({ message: "hi", scope: "group" });
    expect(JSON.stringify(messages)).toContain("Work well.");
    expect(JSON.stringify(messages)).not.toContain("SECRET");
  });

  it("refuses a what-if about a file that is not there", async () => {
    await open({ "workspace/AGENTS.md": "Bake.\n" });
    await expect(preview({ message: "hi", overrides: { files: { "nope.md": "pin" } } })).rejects.toThrow(
      "There is no file nope.md",
    );
    await preview({ message: "hi", overrides: { files: { "AGENTS.md": "exclude" } } });
  });

  it("uses the editor's unsaved text and live overrides of a file", async () => {
    await open({ "workspace/AGENTS.md": "saved", "workspace/a.md": "gone" });
    const { messages } = await preview({
      message: "hi",
      overrides: {
        files: { "workspace/AGENTS.md": { text: "unsaved" }, "workspace/a.md": { exclude: true } },
      },
    });
    expect(messages[0]?.content).toContain("## AGENTS.md\nunsaved");
    expect(messages[0]?.content).not.toContain("gone");
  });

  it("keeps SOUL.md for the life of the process in layered, until it is reloaded", async () => {
    await open({ "SOUL.md": "old soul", "workspace/AGENTS.md": "x" });
    await preview({ message: "hi" });
    await ask("workspace.write", { root: "project", path: "SOUL.md", text: "new soul" });
    expect((await preview({ message: "hi" })).messages[0]?.content).toContain("old soul");
    expect((await preview({ message: "hi", profile: "persona" })).messages[0]?.content).toContain("new soul");
    await ask("context.reloadSoul", {});
    expect((await preview({ message: "hi" })).messages[0]?.content).toContain("new soul");
  });
});

describe("profiles", () => {
  it("saves an own profile in the project, uses it, and removes it", async () => {
    await open({ "workspace/AGENTS.md": "word ".repeat(50) });
    await ask("profiles.save", { profile: { id: "tiny", from: "layered", perFile: 10 } });
    const { messages, manifest } = await preview({ message: "hi", profile: "tiny" });
    expect(manifest.profile).toBe("tiny");
    expect(messages[0]?.content).toContain("[truncated at 10 tokens]");
    await ask("profiles.remove", { id: "tiny" });
    expect(await core?.dispatch("context.preview", { profile: "tiny" })).toMatchObject({
      ok: false,
      error: { code: "profile-unknown" },
    });
  });
});

/** A turn with the model that comes with the app. */
const say = async (session: string, text: string) => ask("chat.send", { session, text });
const newSession = async () => ((await ask("sessions.create", {})) as { session: { id: string } }).session.id;
const runIds = async () =>
  ((await ask("context.runs", {})) as { runs: { id: string }[] }).runs.map(({ id }) => id);

describe("a run", () => {
  it("is recorded, reported as an event, and replayed byte for byte after its files changed", async () => {
    const folder = await open({ "SOUL.md": "Be kind.", "workspace/AGENTS.md": "Version one." });
    const told: unknown[] = [];
    core?.on((event) => event.event === "context.ran" && told.push(event.run));
    const session = await newSession();
    const before = await preview({ message: "When do you open?", session });
    await say(session, "When do you open?");
    const [id] = await runIds();
    const run = (await ask("context.run", { id })) as { messages: Message[]; manifest: Manifest };
    expect(run.messages).toEqual(before.messages);
    expect(told).toEqual([expect.objectContaining({ id, session, used: run.manifest.window.used })]);

    writeFileSync(join(folder, "workspace/AGENTS.md"), "Version two.");
    await ask("workspace.write", { root: "project", path: "SOUL.md", text: "Be quick." });
    const later = (await ask("context.run", { id })) as { messages: Message[]; manifest: Manifest };
    expect(JSON.stringify(later)).toBe(JSON.stringify(run));
    expect(later.messages[0]?.content).toContain("Version one.");
  });

  it("differs from the one before it segment by segment, and its prefix shows what broke", async () => {
    await open({ "workspace/AGENTS.md": "Version one.", "workspace/b.md": "the same" });
    const session = await newSession();
    await say(session, "one");
    await ask("workspace.write", { path: "AGENTS.md", text: "Version two." });
    await say(session, "two");
    const [to, from] = await runIds();
    const { segments, tokens } = (await ask("context.diff", { from, to })) as {
      segments: { source: string; change: string }[];
      tokens: { before: number; after: number };
    };
    const changeOf = (source: string) => segments.find((each) => each.source === source)?.change;
    expect(changeOf("workspace/AGENTS.md")).toBe("changed");
    expect(changeOf("workspace/b.md")).toBe("same");
    expect(segments.filter(({ change }) => change === "added").length).toBeGreaterThan(0);
    expect(tokens.after).toBeGreaterThan(tokens.before);
    const { manifest } = (await ask("context.run", { id: to })) as { manifest: Manifest };
    expect(manifest.prefix.brokenBy).toBe("core:workspace/AGENTS.md");
  });

  it("sets context.lastRun with the snapshot profile, and a preview does not", async () => {
    await open({
      "agents.yaml": "agents:\n  - id: main\n    profile: snapshot\n",
      "workspace/AGENTS.md": "x",
      "src/a.ts": "const a = 1;\n",
    });
    await preview({ message: "hi" });
    expect(await ask("context.lastRun", {})).toBeNull();
    await say(await newSession(), "hi");
    expect(await ask("context.lastRun", {})).toMatchObject({
      includedFileCount: 1,
      totalProjectFileCount: 1,
      includedFiles: [{ path: "src/a.ts", utf8Bytes: 13 }],
    });
  });
});

describe("bad input", () => {
  it("reports a file that is not UTF-8, and sends nothing of it", async () => {
    const folder = temp();
    mkdirSync(join(folder, "workspace"));
    for (const path of ["SOUL.md", "workspace/broken.md", "workspace/DREAMS.md"])
      writeFileSync(join(folder, path), Buffer.from([0x61, 0xff, 0xfe, 0x62]));
    core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
    await ask("project.open", { folder });
    const { warnings } = (await ask("project.info", {})) as { warnings: { path: string }[] };
    expect(warnings.map(({ path }) => path)).toContain("workspace/broken.md");
    const { messages, manifest } = await preview({ message: "hi" });
    expect(JSON.stringify(messages)).not.toContain("broken.md");
    expect(JSON.stringify(messages)).not.toContain("\ufffd");
    expect(manifest.warnings.join("\n")).toMatch(
      /SOUL\.md is not UTF-8 text .* It is not in this prompt\.\nworkspace\/broken\.md is not UTF-8/,
    );
    expect(manifest.warnings.join("\n")).not.toContain("DREAMS.md");
    const found = manifest.segments.find(({ source }) => source === "workspace/broken.md");
    expect(found).toMatchObject({ status: "missing", sent: { tokens: 0 } });
  });

  it("leaves out a file that was removed since it was indexed", async () => {
    const folder = await open({ "workspace/AGENTS.md": "stays", "workspace/gone.md": "was here" });
    await preview({ message: "hi" });
    await core?.close();
    core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
    await ask("project.open", { folder });
    rmSync(join(folder, "workspace/gone.md"));
    const { messages, manifest } = await preview({ message: "hi" });
    expect(messages[0]?.content).toContain("stays");
    expect(messages[0]?.content).not.toContain("was here");
    // Either the index knows by now, or the assembler noticed and reports it.
    const sent = manifest.segments.filter((each) => each.status !== "missing").map(({ source }) => source);
    expect(sent).not.toContain("workspace/gone.md");
  });

  it("names the block of a template that is never closed", async () => {
    await open({
      "agents.yaml": 'agents:\n  - id: main\n    systemPromptTemplate: "{{#if user.name}}Hi"\n',
      "workspace/AGENTS.md": "x",
    });
    expect(await core?.dispatch("context.preview", { message: "hi" })).toMatchObject({
      ok: false,
      error: { code: "template-unclosed", detail: { line: 1 } },
    });
  });
});

it.each(["layered", "harness", "persona", "snapshot"])(
  "the sample project answers in a 4K window with %s, and says what it lost",
  async (profile) => {
    core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
    await ask("project.open", { folder: join(temp(), "bakery"), create: true, template: "bakery" });
    const { messages, manifest } = await preview({
      message: "When do you open?",
      profile,
      overrides: { window: 4_096 },
    });
    expect(messages.at(-1)?.content).toBe("When do you open?");
    expect(manifest.window.used + manifest.window.reservedOutput).toBeLessThanOrEqual(4_096);
    const lost = manifest.segments.filter(({ reason }) => reason === "window");
    for (const each of lost) expect(each.detail?.fix).toBeDefined();
    expect(manifest.actions.length > 0).toBe(lost.length > 0);
  },
);

it("does not tell a shared session who the user is", async () => {
  await open({ "workspace/AGENTS.md": "Work well.\n" });
  await ask("settings.set", { user: { user: { name: "Xenia Rare", id: "xenia-1" } } });
  const prompts: string[] = [];
  for (const kind of ["main", "group"]) {
    const { session } = (await ask("sessions.create", { kind })) as { session: { id: string } };
    prompts.push(JSON.stringify(await preview({ session: session.id, message: "Hi" })));
  }
  expect(prompts.map((text) => text.includes("Xenia Rare"))).toEqual([true, false]);
});
