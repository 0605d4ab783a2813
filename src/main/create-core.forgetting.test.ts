import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { receivedTexts } from "../../e2e/wire-server/received-texts.ts";
import {
  isSummaryAsked,
  type ReceivedRequest,
  startWireServer,
  type WireServer,
} from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

/** A model with a good memory for one thing and none beyond its prompt: it writes long answers. */
const answerOf = (request: ReceivedRequest) => {
  const texts = receivedTexts(request).join("\n");
  const code = /door code is (\d{4})/.exec(texts)?.[1];
  if (isSummaryAsked(request)) {
    const fact = code ? `The door code is ${code}.` : "Nothing to remember.";
    return `SESSION INTENT\nBake.\n\nSUMMARY\n${fact}\n\nARTIFACTS\nnone\n\nNEXT STEPS\nBake on.`;
  }
  if (texts.trimEnd().endsWith("What was the door code?")) return code ? `It is ${code}.` : "I do not know.";
  return `${server.chats().length}. ${"Flour, water, salt and a good deal of patience make bread. ".repeat(120)}`;
};

let server: WireServer;
let core: Core;
let client: Client;

const onLab = (window: number) =>
  `agents:\n  - id: juno\n    provider: lab\n    model: gpt-4o\n    maxContextTokens: ${window}\n    maxOutputTokens: 4096\n    memory: {enabled: false}\n`;

beforeEach(async () => {
  server = await startWireServer(
    [{ kind: "reply", to: (asked) => ({ kind: "text", chunks: [answerOf(asked)] }) }],
    { models: ["gpt-4o"] },
  );
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const begin = async (window = 16_384) => {
  const project = temporaryProject({
    "SOUL.md": "Be kind.",
    "workspace/AGENTS.md": `Answer at length. ${"Bread is a living thing. ".repeat(200)}`,
    "agents.yaml": onLab(window),
  });
  core = createCore(testPorts(), {
    userData: mkdtempSync(join(tmpdir(), "satchel-forgetting-")),
    resources: "resources",
  });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  const baseUrl = `${server.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
  return (await client.call("sessions.create", {})).session.id;
};

const question = (at: number) =>
  at === 2 ? "Remember this: the door code is 4711." : `Question ${at}: how do I bake loaf number ${at}?`;

/** Everything four places say about the newest request. */
const story = async (session: string) => {
  const { runs } = await client.call("context.timeline", { session, limit: 500 });
  const shape = runs.at(-1);
  if (!shape) throw new Error("Nothing was sent.");
  const { manifest, messages } = await client.call("context.run", { id: shape.id });
  const chats = server.chats().filter((request) => !isSummaryAsked(request));
  const { entries } = await client.call("sessions.read", { session });
  return { manifest, messages, shape, request: receivedTexts(chats.at(-1)), entries };
};

const inHistory = ({ segments }: Manifest, status: string) =>
  segments.filter((each) => each.source.startsWith("message:") && each.status === status);

/** Manifest, meter, timeline and request agree on what was read, summarised and left out. */
const expectOneStory = async (session: string) => {
  const { manifest, messages, shape, request, entries } = await story(session);
  expect(request).toEqual(messages.map(({ role, content }) => `${role}: ${content}`));

  const said = entries.filter((entry) => entry.type === "message");
  // The newest answer came after the request.
  const asked = said.slice(0, -1);
  const fates = new Map(manifest.segments.map((each) => [each.source, each]));
  const summary = manifest.segments.find(({ detail }) => detail?.summary === true);
  for (const { id, content } of asked) {
    const fate = fates.get(`message:${id}`);
    const isSent = request.some((text) => text.endsWith(`: ${content}`));
    expect(fate?.status).toBe(isSent ? "included" : "summarised");
    if (!isSent) expect(fate?.detail?.replacedBy).toBe(summary?.id);
  }
  expect(inHistory(manifest, "dropped")).toEqual([]);

  expect(shape.used).toBe(manifest.window.used);
  expect(shape.used).toBeLessThanOrEqual(manifest.window.max - manifest.window.reservedOutput);
  const sent = manifest.segments.reduce((sum, each) => sum + each.sent.tokens, 0);
  expect(sent).toBe(manifest.window.used);
  const compact = manifest.actions.find(({ step }) => step === "compact");
  const isDone = compact !== undefined && compact.failed !== true;
  expect(shape.compacted).toBe(isDone ? compact.freed : null);
  if (isDone) expect(request.filter((text) => text.includes("summary of the conversation"))).toHaveLength(1);
  return { manifest, shape };
};

describe("§3 and §6 nothing is forgotten without a word", () => {
  it("five long answers in a 16K window: what no longer fits is summarised, and the summary is in the request", async () => {
    const session = await begin();
    for (let at = 1; at <= 12; at++) {
      const end = await client.call("chat.send", { session, text: question(at) });
      expect(end.status).toBe("finished");
      await expectOneStory(session);
    }
    const { manifest } = await story(session);
    expect(inHistory(manifest, "summarised").length).toBeGreaterThan(4);
  }, 120_000);

  it("60 turns in a 16K window: the second turn is answered from the summary, and all places tell one story", async () => {
    const session = await begin();
    const sizes: { used: number; compacted: number | null }[] = [];
    for (let at = 1; at <= 60; at++) {
      await client.call("chat.send", { session, text: question(at) });
      const { shape } = await expectOneStory(session);
      sizes.push(shape);
    }
    const summaries = sizes.flatMap(({ used, compacted }, at) =>
      compacted === null ? [] : [{ used, before: sizes[at - 1]?.used ?? 0 }],
    );
    expect(summaries.length).toBeGreaterThan(3);
    for (const { used, before } of summaries) expect(used).toBeLessThan(before);
    const end = await client.call("chat.send", { session, text: "What was the door code?" });
    expect(end.entries.at(-1)).toMatchObject({ content: "It is 4711." });
    const { manifest } = await expectOneStory(session);
    const second = (await client.call("sessions.read", { session })).entries.filter(
      (entry) => entry.type === "message" && entry.role === "user",
    )[1];
    expect(manifest.segments.find(({ source }) => source === `message:${second?.id}`)).toMatchObject({
      status: "summarised",
    });
  }, 240_000);

  it("bringing back the turns of a second summary leaves the first one in place", async () => {
    const session = await begin();
    const marks = async () =>
      (await client.call("sessions.read", { session })).entries.filter(({ type }) => type === "compaction");
    for (let at = 1; (await marks()).length < 2; at++)
      await client.call("chat.send", { session, text: question(at) });
    await client.call("chat.undoCompaction", { session });
    const { manifest } = await client.call("context.preview", { session });
    const sent = manifest?.segments.filter(({ detail }) => detail?.summary === true) ?? [];
    expect(sent).toHaveLength(1);
    const { entries, seen } = await client.call("sessions.read", { session });
    const first = entries.find(({ type }) => type === "summary");
    expect(seen).toContain(first?.id);
    const summarised = manifest?.segments.filter(({ status }) => status === "summarised") ?? [];
    expect(summarised.length).toBeGreaterThan(0);
  }, 120_000);

  it("says by hand what the meter moved by", async () => {
    const session = await begin(60_000);
    for (let at = 1; at <= 6; at++) await client.call("chat.send", { session, text: question(at) });
    const used = async () =>
      (await client.call("context.preview", { session })).manifest?.window.used ?? Number.NaN;
    const before = await used();
    const { freed } = await client.call("chat.compact", { session });
    expect(freed).toBeGreaterThan(1000);
    expect(await used()).toBe(before - freed);
  }, 60_000);
});
