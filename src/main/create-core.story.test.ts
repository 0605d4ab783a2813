import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { Manifest, Message } from "#shared/model/manifest.ts";
import type { ModelCall } from "#shared/model/model-call.ts";
import type { MessageEntry, SessionEntry } from "#shared/model/session-entry.ts";
import { receivedTexts } from "../../e2e/wire-server/received-texts.ts";
import { scripts, type WireReply, type WireScript } from "../../e2e/wire-server/script.ts";
import {
  isSummaryAsked,
  type ReceivedRequest,
  startWireServer,
  type WireServer,
} from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

/**
 * Conversations of random steps with a server that misbehaves: long answers, cut ones, refusals, broken streams,
 * tools, stops, edits, summaries that come and that do not, other models and profiles. After each step, what
 * every place says is compared with the requests that really went out.
 */
let server: WireServer;
let core: Core;
let client: Client;
let below: (count: number) => number;
let lies: string[];

beforeEach(async () => {
  server = await startWireServer(scripts.normal, { models: ["gpt-4o", "mystery-7b"], served: 131_072 });
  lies = [];
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const textOf = (messages: readonly Message[]) => messages.map(({ role, content }) => `${role}: ${content}`);
const isSaid = (entry: SessionEntry): entry is MessageEntry => entry.type === "message";

const randomFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * count);
  };
};

const begin = async (window: number): Promise<string> => {
  const project = temporaryProject({
    "SOUL.md": "Be kind.",
    "workspace/AGENTS.md": `Answer at length. ${"Bread is a living thing. ".repeat(60)}`,
    "workspace/HOURS.md": "The shop opens at 07:00.",
    "workspace/knowledge/long.md": `# Long\n\n${"Flour, water and salt. ".repeat(900)}`,
    "workspace/knowledge/short.md": "# Short\n\nSpelt is dear.",
    "agents.yaml": `agents:\n  - id: juno\n    provider: lab\n    model: gpt-4o\n    maxContextTokens: ${window}\n    maxOutputTokens: 512\n    memory: {enabled: false}\n`,
  });
  const userData = mkdtempSync(join(tmpdir(), "satchel-story-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  core.on((event) => {
    if (event.event !== "chat.approval") return;
    const decision = below(2) === 0 ? "once" : "deny";
    void client.call("chat.approve", { approval: event.id, decision });
  });
  await client.call("project.open", { folder: project });
  const baseUrl = `${server.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
  return (await client.call("sessions.create", {})).session.id;
};

/** What the server answers to the next step; every text is said once only, so that it is found again. */
const play = (step: number, window: number) => {
  const long: WireReply = {
    kind: "text",
    chunks: [`Answer ${step}. ${"Flour, water, salt make bread. ".repeat(20 + below(window / 60))}`],
  };
  const calls = (name: string, args: object): WireScript => [
    { kind: "tools", calls: [{ id: "c", name, args }] },
    long,
  ];
  const script = pick<WireScript>([
    [long],
    [long],
    [long],
    [long],
    scripts.cutShort,
    scripts.empty,
    scripts.refused,
    scripts.streamError,
    scripts.wrongKey,
    scripts.malformed,
    [{ kind: "context-length", limit: 4096 }, long],
    calls("read_file", { path: "HOURS.md" }),
    calls("write_file", { path: "made.md", text: "a\n" }),
  ]);
  const summary = below(5) === 0 ? " " : `SUMMARY\nSummary ${step}: we baked.`;
  let at = 0;
  const to = (asked: ReceivedRequest): WireReply =>
    isSummaryAsked(asked)
      ? { kind: "text", chunks: [summary] }
      : (script[Math.min(at++, script.length - 1)] as WireReply);
  server.play([{ kind: "reply", to }]);
};

const stopped = async (session: string, text: string) => {
  server.play([{ kind: "endless", chunk: "and ", delay: 2 }]);
  const heard = Promise.withResolvers<void>();
  const off = core.on(({ event }) => event === "chat.delta" && heard.resolve());
  const sent = client.call("chat.send", { session, text });
  await Promise.race([heard.promise, sent]);
  await client.call("chat.stop", { session });
  await sent;
  off();
};

/** What a preview promises for this question; null when it says that history would be summarised first. */
const promise = async (session: string, message: string) => {
  const { manifest, messages } = await client.call("context.preview", { session, message });
  const isPending = manifest?.actions.some(({ step }) => step === "compact");
  return isPending || !messages ? null : textOf(messages);
};

/** Failures that a step may end with, because there is nothing to do. */
const EXPECTED = new Set([
  "nothing-to-compact",
  "no-summary",
  "nothing-to-undo",
  "nothing-to-continue",
  "nothing-said",
]);

type Taken = { readonly did: string; readonly promised: readonly string[] | null };

const takeStep = async (session: string, step: number): Promise<Taken> => {
  const { entries, branches, pinnedMessages } = await client.call("sessions.read", { session });
  const own = entries.filter(isSaid).filter(({ role }) => role === "user");
  const answers = entries.filter(isSaid).filter(({ role }) => role === "assistant");
  const text = `Question ${step} ${"and how is it done? ".repeat(1 + below(40))}`;
  const message = own.length > 0 ? pick(own).id : "";
  const lab = { provider: "lab", model: "mystery-7b" };
  const attachments = [`workspace/knowledge/${pick(["long", "short"])}.md`];
  const steps: Record<string, () => Promise<unknown>> = {
    attach: () => client.call("chat.send", { session, text, attachments }),
    stop: () => stopped(session, text),
    edit: async () => message && client.call("chat.edit", { session, message, text: `Edited ${step}.` }),
    again: async () =>
      answers.length > 0 && client.call("chat.regenerate", { session, message: pick(answers).id }),
    branch: async () => {
      const all = Object.values(branches).flat();
      if (all.length > 0) await client.call("chat.branch", { session, entry: pick(all) });
    },
    compact: () => client.call("chat.compact", { session }),
    back: () => client.call("chat.undoCompaction", { session }),
    continue: () => client.call("chat.continue", { session }),
    pin: async () =>
      message &&
      client.call("sessions.pinMessage", { session, message, pinned: !pinnedMessages.includes(message) }),
    choose: () =>
      client.call("sessions.update", {
        session,
        choice: pick([{}, { model: lab }, { profile: "persona" }, { profile: "snapshot" }]),
      }),
  };
  const did = pick(["send", "send", "send", "send", "attach", ...Object.keys(steps)]);
  const promised = did === "send" ? await promise(session, text) : null;
  try {
    await (steps[did]?.() ?? client.call("chat.send", { session, text }));
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (!EXPECTED.has(code)) throw error;
  }
  return { did, promised };
};

/** Each request has its call, each call its run, and the run is the request. */
const lookAtCalls = async (asked: readonly ReceivedRequest[], calls: readonly ModelCall[], taken: Taken) => {
  if (calls.length !== asked.length) lies.push(`${asked.length} requests and ${calls.length} calls`);
  const manifests: Manifest[] = [];
  for (const [at, request] of asked.entries()) {
    const call = calls[at];
    if (!call) continue;
    const shown =
      call.run === null
        ? await client.call("context.call", { id: call.id })
        : await client.call("context.run", { id: call.run });
    const sent = receivedTexts(request);
    if (JSON.stringify(textOf(shown.messages)) !== JSON.stringify(sent)) lies.push("not what was sent");
    if (!("manifest" in shown)) continue;
    const { manifest } = shown;
    manifests.push(manifest);
    const { used, max, reservedOutput } = manifest.window;
    const sum = manifest.segments.reduce((total, { sent: { tokens } }) => total + tokens, 0);
    if (sum !== used) lies.push(`parts of ${sum} in a prompt of ${used}`);
    if (used > max - reservedOutput) lies.push("over the window");
    if (manifest.model !== (request.body as { model: string }).model) lies.push("a different model");
    if (taken.promised && JSON.stringify(taken.promised) !== JSON.stringify(sent))
      lies.push("not the preview");
    taken = { ...taken, promised: null };
  }
  return manifests;
};

/** The conversation names the run of each new answer, and its receipt counts as the run does. */
const lookAtAnswers = async (fresh: readonly MessageEntry[]) => {
  for (const { run, receipt, ending } of fresh) {
    if (run === undefined) {
      lies.push("an answer without its run");
      continue;
    }
    if (!receipt && ending?.kind !== "failed") lies.push("an answer without a receipt");
    const { manifest } = await client.call("context.run", { id: run });
    const count = (status: string) =>
      manifest.segments
        .filter((each) => each.status === status && each.detail?.["summary"] !== true)
        .reduce((sum, { detail }) => sum + (detail?.count ?? 1), 0);
    if (!receipt) continue;
    const { dropped, summarised } = receipt.leftOut;
    if (dropped !== count("dropped") || summarised !== count("summarised"))
      lies.push("a receipt that miscounts");
  }
};

/** The timeline draws each run as its own account says, and the conversation marks what the model still sees. */
const lookAtPlaces = async (session: string, manifests: readonly Manifest[]) => {
  const { runs } = await client.call("context.timeline", { session, limit: 500 });
  for (const { id, window, exact } of manifests) {
    const shape = runs.find((run) => run.id === id);
    const layers = shape?.layers.reduce((sum, { tokens }) => sum + tokens, 0);
    const isSame = shape?.used === window.used && shape.window === window.max && shape.exact === exact;
    if (!isSame || layers !== window.used || shape.turn === null) lies.push("a timeline that differs");
  }
  const { manifest } = await client.call("context.preview", { session, message: "" });
  const { entries, seen } = await client.call("sessions.read", { session });
  for (const { id } of entries.filter(isSaid)) {
    const fate = manifest?.segments.find(({ source }) => source === `message:${id}`)?.status;
    if (fate === "summarised" && seen.includes(id)) lies.push("summarised, but marked as read");
    if (fate === "included" && !seen.includes(id)) lies.push("sent, but not marked as read");
  }
};

it.each([
  [3, 4096],
  [7, 16_384],
])(
  "what is shown is what was sent, through a conversation of random steps: seed %i, window %i",
  async (seed, window) => {
    below = randomFrom(seed);
    const session = await begin(window);
    const known = new Set<string>();
    for (let step = 0; step < 30; step++) {
      const before = new Set((await client.call("sessions.read", { session })).entries.map(({ id }) => id));
      const asked = server.chats().length;
      play(step, window);
      const taken = await takeStep(session, step);
      const { calls } = await client.call("context.calls", { limit: 500 });
      const fresh = calls.filter(({ id }) => !known.has(id)).toReversed();
      for (const { id } of fresh) known.add(id);
      const manifests = await lookAtCalls(server.chats().slice(asked), fresh, taken);
      const { entries } = await client.call("sessions.read", { session });
      const answers = entries
        .filter(isSaid)
        .filter(({ id, role }) => role === "assistant" && !before.has(id));
      if (manifests.length > 0) await lookAtAnswers(answers);
      await lookAtPlaces(session, manifests);
      expect(lies, `${taken.did}, step ${step}`).toEqual([]);
    }
    expect(known.size).toBeGreaterThan(10);
  },
  120_000,
);
