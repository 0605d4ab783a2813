import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import type { TeamEffect } from "#shared/model/team.ts";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import type { SecretVault } from "./ports/ports.ts";
import { testPorts } from "./ports/test-ports.ts";
import { teamAddressText } from "./team/server/team-address.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "./team/test-postgres.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const bin = findPostgres();

/** Keeps keys for one test. */
const testVault = (): SecretVault => {
  const kept = new Map<string, string>();
  return {
    kind: "file",
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
};

type Person = { readonly call: <T>(method: string, input?: object) => Promise<T>; readonly core: Core };
type Preview = { readonly manifest: Manifest; readonly messages: readonly { readonly content: string }[] };

describe.skipIf(bin === null)("two people with a team space", () => {
  let postgres: TestPostgres;
  const people: Person[] = [];

  beforeAll(async () => {
    postgres = await startTestPostgres(bin ?? "");
  }, 120_000);
  afterEach(async () => {
    await Promise.all(people.splice(0).map(({ core }) => core.close()));
  });
  afterAll(() => postgres.close());

  const person = (): Person => {
    const paths = { userData: temporaryProject(), resources: "resources" };
    const core = createCore(testPorts({ vault: testVault() }), paths, { checkOutput: true });
    const call = async <T>(method: string, input: object = {}): Promise<T> => {
      const reply = await core.dispatch(method, input);
      if (!reply.ok) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
      return reply.value as T;
    };
    const made = { core, call };
    people.push(made);
    return made;
  };

  /** Anna owns the space, Ben is a member; both have a project that uses it. */
  const twoPeople = async () => {
    const [anna, ben] = [person(), person()];
    const { space } = await anna.call<{ space: string }>("team.init", {
      url: teamAddressText(postgres.owner),
      team: "Bakery",
      name: "Kitchen",
      memberName: "Anna",
    });
    const { invitation } = await anna.call<{ invitation: string }>("team.invite", { space, role: "member" });
    await ben.call("team.join", { invitation, memberName: "Ben" });
    for (const { call } of [anna, ben]) {
      await call("project.open", { folder: temporaryProject(), create: true });
      await call("team.use", { space });
    }
    return { anna, ben, space };
  };
  const waiting = async (who: Person, space: string) =>
    (await who.call<{ proposals: { id: string; body: string }[] }>("team.proposals", { space })).proposals;

  it("propose, review, recall by the other, and forget for both", async () => {
    const { anna, ben, space } = await twoPeople();
    const body = "The sourdough starter Hermann is fed with rye at six.";
    const shared = await ben.call("team.share", { space, kind: "memory", body });
    expect(shared).toMatchObject({ arrival: "sent" });
    const [proposal] = await waiting(anna, space);
    expect(proposal?.body).toBe(body);
    await anna.call("team.accept", { space, proposal: proposal?.id });

    const preview = () => ben.call<Preview>("context.preview", { message: "What is Hermann fed with?" });
    const { messages, manifest } = await eventually(async () => {
      const found = await preview();
      expect(found.messages[0]?.content).toContain(body);
      return found;
    });
    expect(messages[0]?.content).toContain("outside");
    expect(manifest.segments.find(({ source }) => source.startsWith("team:"))).toMatchObject({
      layer: "memory",
      status: "included",
      origin: "outside",
    });

    const { items } = await anna.call<{ items: { id: string }[] }>("team.items", { space });
    await anna.call("team.forget", { space, item: items[0]?.id });
    await eventually(async () => expect((await preview()).messages[0]?.content).not.toContain("Hermann"));
    expect(await ben.call("team.export", { space })).toMatchObject({
      text: expect.not.stringContaining("rye"),
    });
  });

  it("takes what an agent suggests into the inbox, as an agent's", async () => {
    const { anna, ben, space } = await twoPeople();
    const { tools } = await ben.call<{ tools: { name: string; asks: boolean }[] }>("tools.list");
    expect(tools.find(({ name }) => name === "team_propose")).toMatchObject({ asks: true });
    await ben.call("tools.run", { name: "team_propose", args: { text: "Flour comes on Tuesday." } });
    expect(await waiting(anna, space)).toMatchObject([
      { body: "Flour comes on Tuesday.", origin: "agent", authorName: "Ben", kind: "memory" },
    ]);
    await ben.call("team.use", { space: null });
    const after = await ben.call<{ tools: { name: string }[] }>("tools.list");
    expect(after.tools.map(({ name }) => name)).not.toContain("team_propose");
  });

  it("keeps changes while the server is away, and sends each once when it is back", async () => {
    const { anna, ben, space } = await twoPeople();
    await ben.call("team.proposals", { space });
    await postgres.kill();
    const texts = ["One while away.", "Two while away."];
    for (const body of texts)
      expect(await ben.call("team.share", { space, kind: "memory", body })).toMatchObject({
        arrival: "waiting",
      });
    expect(await ben.call("team.spaces")).toMatchObject({ spaces: [{ server: "away", waiting: 2 }] });
    // The local answer does not wait for it.
    const { manifest } = await ben.call<Preview>("context.preview", { message: "What is new?" });
    expect(manifest.warnings.join(" ")).toMatch(/team/i);
    await postgres.start();
    await eventually(async () =>
      expect((await waiting(anna, space)).map(({ body }) => body).toReversed()).toEqual(texts),
    );
    await eventually(async () =>
      expect(await ben.call("team.spaces")).toMatchObject({ spaces: [{ waiting: 0 }] }),
    );
  });

  it("offers all three texts when somebody else was faster, and loses none", async () => {
    const { anna, ben, space } = await twoPeople();
    await anna.call("team.share", { space, kind: "note", body: "Oven: 20 minutes.", accept: true });
    const { items } = await ben.call<{ items: { id: string; version: number }[] }>("team.items", { space });
    const [item] = items;
    const change = (body: string) => ({ space, kind: "note", body, item: item?.id, baseVersion: 1 });
    await ben.call("team.share", change("Oven: 22 minutes."));
    await anna.call("team.share", { ...change("Oven: 18 minutes."), accept: true });
    const [proposal] = await waiting(anna, space);
    await expect(anna.call("team.accept", { space, proposal: proposal?.id })).rejects.toMatchObject({
      code: "team-changed",
    });
    expect(await anna.call("team.conflict", { space, proposal: proposal?.id })).toMatchObject({
      base: "Oven: 20 minutes.",
      present: { body: "Oven: 18 minutes.", version: 2 },
      proposed: "Oven: 22 minutes.",
    });
    // A refused change does not hold up the next one.
    await anna.call("team.accept", {
      space,
      proposal: proposal?.id,
      body: "Oven: 20 minutes.",
      baseVersion: 2,
    });
    expect(await ben.call("team.items", { space })).toMatchObject({
      items: [{ body: "Oven: 20 minutes.", version: 3 }],
    });
    const texts = await ben.call("team.versions", { space, item: item?.id });
    expect(texts).toMatchObject({
      versions: [
        { version: 3, body: "Oven: 20 minutes.", madeBy: "Ben" },
        { version: 2, body: "Oven: 18 minutes.", madeBy: "Anna" },
        { version: 1, body: "Oven: 20 minutes.", madeBy: "Anna" },
      ],
    });
    expect(await anna.call("team.outbox", { space })).toMatchObject({
      entries: [{ state: "refused", code: "team-changed" }],
    });
  });

  it("says plainly what is wrong with an address, an invitation and a member who was removed", async () => {
    const { anna, ben, space } = await twoPeople();
    await expect(
      anna.call("team.init", { url: "http://x", team: "a", name: "b", memberName: "c" }),
    ).rejects.toMatchObject({ code: "team-address" });
    await expect(
      ben.call("team.join", { invitation: "satchel-team:AAAA", memberName: "B" }),
    ).rejects.toMatchObject({ code: "team-invitation" });
    const { members } = await anna.call<{ members: { id: string; name: string }[] }>("team.members", {
      space,
    });
    await anna.call("team.removeMember", { space, member: members.find(({ name }) => name === "Ben")?.id });
    // Written while removed: it stays here.
    expect(await ben.call("team.share", { space, kind: "memory", body: "Too late." })).toMatchObject({
      arrival: "waiting",
    });
    expect(await ben.call("team.spaces")).toMatchObject({
      spaces: [{ waiting: 1, problem: { code: "team-not-a-member" } }],
    });
    await expect(
      ben.call("team.share", { space, kind: "memory", body: "x".repeat(1_048_577) }),
    ).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("lays a team's files below the workspace, with whose they are, also without the server", async () => {
    const { anna, ben, space } = await twoPeople();
    const { folder } = await ben.call<{ folder: string }>("project.info");
    await ben.call("workspace.remove", { path: "AGENTS.md" });
    const source = { from: "file", path: "workspace/AGENTS.md" };
    expect(await anna.call("team.draft", { space, source })).toMatchObject({
      kind: "file",
      path: "AGENTS.md",
      origin: "you",
      item: null,
    });
    await expect(
      anna.call("team.draft", { space, source: { from: "file", path: "agents.yaml" } }),
    ).rejects.toMatchObject({ code: "team-path" });
    const first = "Bread is baked at four.";
    await anna.call("team.shareSource", { space, source, body: first, accept: true });
    const agents = async () => {
      const { manifest, messages } = await ben.call<Preview>("context.preview", { message: "When?" });
      const segment = manifest.segments.find(({ source: name }) => name === "team:Kitchen/AGENTS.md");
      return { segment, text: messages.map(({ content }) => content).join("\n") };
    };
    const { segment, text } = await eventually(async () => {
      const found = await agents();
      expect(found.segment).toBeDefined();
      return found;
    });
    expect(segment).toMatchObject({
      status: "included",
      origin: "outside",
      detail: { team: { space: "Kitchen", author: "Anna", version: 1, pinned: false } },
    });
    expect(text).toContain(first);

    const { files } = await ben.call<{ files: { item: string; seen: number | null }[] }>("team.files", {
      space,
    });
    const item = files[0]?.item ?? "";
    expect(files).toMatchObject([{ path: "AGENTS.md", version: 1, used: 1, seen: null, hiddenBy: null }]);
    expect(await ben.call("team.news", { space })).toMatchObject({ news: [{ change: "new", to: 1 }] });
    await ben.call("team.seen", { space });
    await ben.call("team.pin", { space, item, version: 1 });
    const second = "Bread is baked at five.";
    await anna.call("team.shareSource", { space, source, body: second, accept: true });
    await eventually(async () =>
      expect(await ben.call("team.news", { space })).toMatchObject({
        news: [{ change: "changed", from: 1, to: 2, path: "AGENTS.md" }],
      }),
    );
    expect((await agents()).text).toContain(first);
    expect(await ben.call("team.compare", { space, item, from: 1, to: 2 })).toEqual({
      from: first,
      to: second,
    });
    await ben.call("team.pin", { space, item, version: null });

    await anna.call("team.share", {
      space,
      kind: "skill",
      path: "skills/crumb/SKILL.md",
      body: "---\nname: crumb\ndescription: Judges a crumb.\n---\n\nLook at it.\n",
      accept: true,
    });
    await eventually(async () => expect((await agents()).text).toContain("Judges a crumb."));

    await postgres.kill();
    await eventually(async () => expect((await agents()).text).toContain(second));
    await postgres.start();
    // A file of the workspace is used in its place.
    writeFileSync(join(folder, "workspace", "AGENTS.md"), "Ask Ben.\n");
    await eventually(async () => {
      const found = await agents();
      expect(found.segment).toBeUndefined();
      expect(found.text).toContain("Ask Ben.");
    });
    expect(await ben.call("team.files", { space })).toMatchObject({
      files: [{ hiddenBy: "workspace/AGENTS.md" }, { path: "skills/crumb/SKILL.md", hiddenBy: null }],
    });
  });

  it("gives a shared session what the space marks for all, and nothing else of it", async () => {
    const { anna, ben, space } = await twoPeople();
    const share = (body: string, forAll: boolean) =>
      anna.call("team.share", { space, kind: "memory", body, forAll, accept: true });
    await share("The till of Hermann is opened with code four.", false);
    await share("The shop of Hermann is closed on Mondays.", true);
    await eventually(async () => {
      const asked = { message: "What about Hermann?", scope: "group" };
      const { manifest, messages } = await ben.call<Preview>("context.preview", asked);
      const text = messages.map(({ content }) => content).join("\n");
      expect(manifest.scope).toBe("shared");
      expect(text).toContain("closed on Mondays");
      expect(text).not.toContain("code four");
    });
  });

  it("says what a proposal would do to the prompts of a project, and lets its author change and withdraw it", async () => {
    const { anna, ben, space } = await twoPeople();
    const body = "Hermann is the name of the sourdough starter.";
    const { proposal } = await ben.call<{ proposal: string }>("team.share", { space, kind: "memory", body });
    const { effects } = await anna.call<{ effects: TeamEffect[] }>("team.effect", { space, proposal });
    expect(effects[0]).toMatchObject({ layer: "memory", pushedOut: expect.any(Array) });
    expect(effects[0]?.tokens).toBeGreaterThan(10);
    expect(effects[0]?.after).toBeGreaterThan(effects[0]?.before ?? 0);
    await expect(
      anna.call("team.revise", { space, proposal, body: "Not hers to change." }),
    ).rejects.toMatchObject({ code: "team-not-allowed" });
    await ben.call("team.revise", { space, proposal, body: "Hermann is the starter." });
    expect(await anna.call("team.proposal", { space, proposal })).toMatchObject({
      proposal: { body: "Hermann is the starter.", state: "waiting" },
    });
    await ben.call("team.withdraw", { space, proposal });
    expect(await waiting(anna, space)).toEqual([]);
    expect(await ben.call("team.ownProposals", { space })).toMatchObject({
      proposals: [{ state: "withdrawn" }],
    });
  });
});
