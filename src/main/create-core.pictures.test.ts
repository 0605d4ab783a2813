import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import type { Picture } from "#shared/model/picture.ts";
import { jpegHead, pngHead, pngOf } from "#shared/model/test-pictures.ts";
import { type Kind, kinds, useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();

const OVEN = Buffer.from(pngOf(300, 200));

const keep = async (name: string, bytes: Uint8Array): Promise<Picture> => {
  const data = Buffer.from(bytes).toString("base64");
  return (await talk.client.call("chat.keepPicture", { name, data })).picture;
};
const ask = async (session: string, text: string, pictures: Picture[]) => {
  talk.server.play(scripts.normal);
  return talk.client.call("chat.send", { session, text, pictures });
};
const sent = () => JSON.stringify(talk.server.chats().at(-1)?.body);
const newest = async (session: string) => {
  const { runs } = await talk.client.call("context.runs", { session, limit: 1 });
  return talk.client.call("context.run", { id: runs[0]?.id ?? "" });
};
const say = (kind: Kind, more: object) =>
  talk.client.call("providers.save", {
    id: "lab",
    kind,
    name: "Lab",
    baseUrl: `${talk.server.origin}${kinds[kind]}`,
    ...more,
  });
const conversation = async (session: string) =>
  (await talk.client.call("sessions.read", { session })).entries;

const IN_WORDS = OVEN.toString("base64");
const wires: Readonly<Record<Kind, unknown>> = {
  ollama: { role: "user", content: "Is it clean?", images: [IN_WORDS] },
  "openai-compatible": {
    role: "user",
    content: [
      { type: "image_url", image_url: { url: `data:image/png;base64,${IN_WORDS}` } },
      { type: "text", text: "Is it clean?" },
    ],
  },
  openai: {
    role: "user",
    content: [
      { type: "input_image", image_url: `data:image/png;base64,${IN_WORDS}` },
      { type: "input_text", text: "Is it clean?" },
    ],
  },
  anthropic: {
    role: "user",
    content: [
      { type: "image", source: { type: "base64", media_type: "image/png", data: IN_WORDS } },
      expect.objectContaining({ type: "text", text: "Is it clean?" }),
    ],
  },
};
const TOKENS: Readonly<Record<Kind, number>> = {
  ollama: 576,
  "openai-compatible": 576,
  openai: 255,
  anthropic: 85,
};

it.each(["ollama", "openai-compatible", "openai", "anthropic"] as const)(
  "sends a picture as %s takes it, with an estimate by its size that is marked as one",
  async (kind) => {
    const session = await talk.begin(kind);
    talk.server.see(["tiny"]);
    // These two servers do not say it, and no list knows this model.
    if (kind === "openai" || kind === "anthropic") await say(kind, { pictures: { tiny: true } });
    const picture = await keep("oven.png", OVEN);
    expect(picture).toMatchObject({ type: "image/png", width: 300, height: 200, bytes: OVEN.length });
    const preview = await talk.client.call("context.preview", {
      session,
      message: "Is it clean?",
      pictures: [picture],
    });
    expect(await ask(session, "Is it clean?", [picture])).toMatchObject({ status: "finished" });
    const body = talk.server.chats().at(-1)?.body as { messages?: unknown[]; input?: unknown[] };
    expect((body.messages ?? body.input)?.at(-1)).toEqual(wires[kind]);
    const { manifest, messages } = await newest(session);
    const part = manifest.segments.find(({ layer }) => layer === "message");
    expect(part).toMatchObject({
      status: "included",
      detail: {
        estimated: true,
        pictures: [{ name: "oven.png", width: 300, height: 200, tokens: TOKENS[kind] }],
      },
    });
    expect(manifest.exact).toBe(false);
    expect(messages.at(-1)?.pictures).toEqual([picture]);
    // The preview has said the same before.
    const previewed = preview.manifest?.segments.find(({ layer }) => layer === "message");
    expect(previewed?.sent).toEqual(part?.sent);
    expect(part?.sent.tokens).toBeGreaterThan(TOKENS[kind]);
  },
);

it("refuses a picture before anything is sent where the model does not see it, or that is unknown", async () => {
  const session = await talk.begin("ollama");
  const picture = await keep("oven.png", OVEN);
  await expect(ask(session, "Is it clean?", [picture])).rejects.toMatchObject({
    code: "model-cannot-see",
    message:
      "tiny does not see pictures. Choose a model that sees pictures, or take the picture out. Nothing was sent.",
  });
  await say("openai-compatible", { id: "other" });
  const choice = { model: { provider: "other", model: "tiny" } };
  talk.server.play(scripts.normal);
  await expect(
    talk.client.call("chat.send", { session, text: "Is it clean?", pictures: [picture], choice }),
  ).rejects.toMatchObject({ code: "pictures-unknown" });
  expect(talk.server.chats()).toHaveLength(0);
  expect(await conversation(session)).toEqual([]);
  // The preview says it as well, and counts nothing for it.
  const { manifest } = await talk.client.call("context.preview", {
    session,
    message: "Is it clean?",
    pictures: [picture],
  });
  expect(manifest?.segments.find(({ layer }) => layer === "message")).toMatchObject({
    status: "truncated",
    reason: "pictures",
    detail: { pictures: [{ held: "model" }] },
  });
  // The conversation goes on.
  expect(await talk.send(session, "Hello", scripts.normal)).toMatchObject({ status: "finished" });
});

it("says in the budget that a picture of before is not sent to a model that does not see", async () => {
  const session = await talk.begin("openai-compatible");
  await say("openai-compatible", { pictures: { tiny: true } });
  const picture = await keep("oven.png", OVEN);
  await ask(session, "Is it clean?", [picture]);
  await say("openai-compatible", { id: "blind", pictures: { tiny: false } });
  const choice = { model: { provider: "blind", model: "tiny" } };
  talk.server.play(scripts.normal);
  await talk.client.call("chat.send", { session, text: "And now?", choice });
  expect(sent()).not.toContain("image_url");
  const { manifest } = await newest(session);
  const held = manifest.segments.find(({ reason }) => reason === "pictures");
  expect(held).toMatchObject({
    layer: "history",
    status: "truncated",
    detail: { pictures: [{ held: "model" }] },
  });
  expect(held?.removed).toBeGreaterThan(0.9);
  const [first] = await conversation(session);
  const answer = (await conversation(session))[1];
  await expect(
    talk.client
      .call("sessions.update", { session, choice })
      .then(() => talk.client.call("chat.regenerate", { session, message: answer?.id ?? "" })),
  ).rejects.toMatchObject({ code: "model-cannot-see" });
  await expect(
    talk.client.call("chat.edit", { session, message: first?.id ?? "", text: "Clean?" }),
  ).rejects.toMatchObject({ code: "model-cannot-see" });
});

it("keeps pictures through a queue, an edit, a restart and a draft, and names one that is gone", async () => {
  const session = await talk.begin("openai-compatible");
  await say("openai-compatible", { pictures: { tiny: true } });
  put(talk.project, { "photos/oven.png": OVEN });
  talk.server.play(scripts.normal);
  const attachments = ["photos/oven.png"];
  const asked = await talk.client.call("chat.send", { session, text: "Is it clean?", attachments });
  const [question] = asked.entries;
  expect(question).toMatchObject({ content: "Is it clean?", pictures: [{ name: "photos/oven.png" }] });
  await talk.client.call("chat.edit", { session, message: question?.id ?? "", text: "Really?" });
  expect(sent()).toContain(IN_WORDS);
  const shop = await keep("shop.png", pngOf(10, 10));
  const { queue } = await talk.client.call("chat.enqueue", { session, text: "And this?", pictures: [shop] });
  expect(queue.messages.length).toBeLessThanOrEqual(1);
  await expect.poll(async () => (await conversation(session)).length, { timeout: 30_000 }).toBe(4);
  const isRunning = async () => (await talk.client.call("chat.state", { session })).running;
  await expect.poll(isRunning, { timeout: 30_000 }).toBe(false);
  expect(await talk.client.call("chat.picture", { session, sha256: shop.sha256 })).toEqual({
    type: "image/png",
    data: Buffer.from(pngOf(10, 10)).toString("base64"),
  });
  const folder = join(talk.project, "workspace/agents/juno/sessions", `${session}.results`);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readFileSync(join(folder, `picture-${shop.sha256}`))).toEqual(Buffer.from(pngOf(10, 10)));
  rmSync(join(folder, `picture-${shop.sha256}`));
  expect(await talk.send(session, "Go on", scripts.normal)).toMatchObject({ status: "finished" });
  const { manifest } = await newest(session);
  const held = manifest.segments.filter(({ reason }) => reason === "pictures");
  expect(held.map(({ detail }) => detail?.pictures)).toMatchObject([[{ name: "shop.png", held: "gone" }]]);
  // The other one is still sent.
  expect(sent()).toContain(IN_WORDS);
  const lost = { ...shop, sha256: "0".repeat(64) };
  await expect(ask(session, "And?", [lost])).rejects.toMatchObject({
    code: "picture-gone",
    message: "shop.png is not there any more. Attach it again.",
  });
});

it("refuses image bombs and broken pictures by their header, and the conversation goes on", async () => {
  const session = await talk.begin("openai-compatible");
  await say("openai-compatible", { pictures: { tiny: true } });
  const bomb = pngHead(50_000, 50_000);
  expect(bomb.length).toBeLessThan(100);
  await expect(keep("bomb.png", bomb)).rejects.toMatchObject({
    code: "picture-too-large",
    message:
      "bomb.png has 50000 × 50000 pixels. At most 8,000 on a side and 40,000,000 together can be sent.",
  });
  await expect(keep("wide.jpg", jpegHead(7999, 7999))).rejects.toMatchObject({ code: "picture-too-large" });
  await expect(keep("big.png", Buffer.concat([OVEN, Buffer.alloc(4_000_000)]))).rejects.toMatchObject({
    code: "picture-too-large",
  });
  await expect(keep("oven.png", OVEN.subarray(0, 20))).rejects.toMatchObject({ code: "not-a-picture" });
  await expect(keep("oven.png", Buffer.from("<svg onload='x'/>"))).rejects.toMatchObject({
    code: "not-a-picture",
  });
  put(talk.project, { "bomb.png": bomb });
  await expect(
    talk.client.call("chat.send", { session, text: "See?", attachments: ["bomb.png"] }),
  ).rejects.toMatchObject({ code: "picture-too-large" });
  const one = await keep("oven.png", OVEN);
  // What a client says about a picture is not believed.
  const lied = { ...one, width: 1, height: 1 };
  await ask(session, "Small?", [lied]);
  expect((await conversation(session))[0]).toMatchObject({ pictures: [{ width: 300, height: 200 }] });
  expect(await talk.send(session, "Hello", scripts.normal)).toMatchObject({ status: "finished" });
});
