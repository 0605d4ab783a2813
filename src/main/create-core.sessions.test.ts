import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const { begin, send } = talk;

describe("sessions", () => {
  it("take their title from the first message, and come back after a removal", async () => {
    const session = await begin();
    await send(session, "How much rye for Saturday?\nThanks", scripts.normal);
    const before = await talk.client.call("sessions.read", { session });
    expect(before.session.title).toBe("How much rye for Saturday?");
    const { undo } = await talk.client.call("sessions.remove", { session });
    await expect(talk.client.call("sessions.read", { session })).rejects.toMatchObject({
      code: "session-not-found",
    });
    await talk.client.call("sessions.undoRemove", { undo: undo ?? "" });
    expect(await talk.client.call("sessions.read", { session })).toEqual(before);
  });

  it("can be named by what sessions.create gave, whole or by its id", async () => {
    await begin();
    const { session } = await talk.client.call("sessions.create", {});
    for (const named of [session, session.id]) {
      expect((await talk.client.call("sessions.read", { session: named })).session.id).toBe(session.id);
      expect(await talk.client.call("tools.run", { name: "who_am_i", session: named })).toBeTruthy();
      expect(await talk.client.call("context.preview", { message: "Hi", session: named })).toBeTruthy();
    }
  });

  it("keep a tool's long result in a file of theirs, also when the person runs the tool", async () => {
    const session = await begin();
    put(talk.project, { "workspace/long.txt": `begin${"x".repeat(80_000)}end` });
    const ask = { name: "read_file", args: { path: "long.txt" } };
    const { content } = await talk.client.call("tools.run", { ...ask, session });
    const [path = ""] = /workspace\/\S+\.results\/\S+/.exec(content) ?? [];
    expect(readFileSync(join(talk.project, path), "utf8")).toHaveLength(80_008);
    expect(content.length).toBeLessThan(5000);
    const whole = await talk.client.call("tools.run", ask);
    expect(whole.content).toHaveLength(80_008);
    const again = { name: "read_file", args: { path, lines: 1 }, session };
    expect((await talk.client.call("tools.run", again)).content).toContain("characters left out");
  });

  it("keep an audit transcript with one header when the agent asks for it", async () => {
    const session = await begin("openai-compatible", "    transcriptsDir: transcripts\n");
    await send(session, "Hello", scripts.normal);
    const lines = readFileSync(join(talk.project, "transcripts", `${session}.jsonl`), "utf8")
      .trim()
      .split("\n");
    type Line = { type: string; role?: string; source_plugin: string };
    const said = lines.map((line) => JSON.parse(line) as Line);
    expect(said.map(({ type, role, source_plugin }) => [type, role, source_plugin])).toEqual([
      ["session", undefined, "satchel"],
      ["entry", "user", "satchel"],
      ["entry", "assistant", "satchel"],
    ]);
  });

  it("never come back into a prompt from their transcript", async () => {
    const session = await begin(
      "openai-compatible",
      "    transcriptsDir: audit/talks\n    profile: snapshot\n    memory: {enabled: false}\n",
    );
    put(talk.project, { "src/main.ts": "export const oven = 1;" });
    await send(session, "The safe opens with 4711.", scripts.normal);
    expect(existsSync(join(talk.project, "audit", "talks", `${session}.jsonl`))).toBe(true);
    const { messages } = await talk.client.call("context.preview", { message: "What opens the safe?" });
    expect(JSON.stringify(messages)).toContain("export const oven");
    expect(JSON.stringify(messages)).not.toContain("4711");
  });

  it("are written without secrets when the person wants that: words, names, results, transcripts", async () => {
    const secret = "ab12".repeat(16);
    const session = await begin("openai-compatible", "    transcriptsDir: transcripts\n");
    await talk.client.call("settings.set", { user: { redactSecrets: true } });
    put(talk.project, { "workspace/big.txt": `${secret} ${"x ".repeat(60_000)}` });
    await send(session, `My key is ${secret}`, [
      { kind: "tools", text: "I look.", calls: [{ id: "c", name: "read_file", args: { path: "big.txt" } }] },
      { kind: "text", chunks: ["It is ", secret.slice(0, 30), secret.slice(30), ", I think."] },
    ]);
    await talk.client.call("sessions.rename", { session, title: `About ${secret}` });
    const { entries, session: info } = await talk.client.call("sessions.read", { session });
    expect(entries[0]).toMatchObject({ content: "My key is [REDACTED:hex]" });
    expect(entries.at(-1)).toMatchObject({ content: "It is [REDACTED:hex], I think." });
    expect(info.title).toBe("About [REDACTED:hex]");
    const kept = ["workspace/agents", "transcripts"].flatMap((folder) =>
      readdirSync(join(talk.project, folder), { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => readFileSync(join(file.parentPath, file.name), "utf8")),
    );
    expect(kept.length).toBeGreaterThanOrEqual(6);
    for (const text of kept) expect(text).not.toContain(secret);
  });

  it("show what a model thought, also after a reload, and never send it again", async () => {
    const session = await begin();
    const end = await send(session, "Hello", [
      { kind: "text", reasoning: "A greeting, I suppose.", chunks: ["Good morning."] },
    ]);
    expect(end.entries.at(-1)).toMatchObject({ reasoning: "A greeting, I suppose." });
    const { entries } = await talk.client.call("sessions.read", { session });
    expect(entries.at(-1)).toMatchObject({ reasoning: "A greeting, I suppose.", content: "Good morning." });
    await send(session, "And now?", scripts.normal);
    expect(JSON.stringify(talk.server.chats().at(-1)?.body)).not.toContain("I suppose");
  });

  it("leave nothing of an answer that was arriving behind when they are removed", async () => {
    const session = await begin();
    const arriving = new Promise((resolve) => talk.client.on("chat.delta", resolve));
    const answer = send(session, "Go on", scripts.endless);
    await arriving;
    await talk.client.call("sessions.remove", { session });
    expect((await answer).status).toBe("stopped");
    const folder = join(talk.project, "workspace", "agents", "juno", "sessions");
    expect(readdirSync(folder).sort()).toEqual(["satchel.json", "sessions.json"]);
  });

  it("survive export and import", async () => {
    const session = await begin();
    await send(session, "Hello", scripts.normal);
    const { text } = await talk.client.call("sessions.export", { session, format: "json" });
    const imported = await talk.client.call("sessions.import", { text });
    const [one, other] = await Promise.all(
      [session, imported.session.id].map((id) => talk.client.call("sessions.read", { session: id })),
    );
    // The same but for the origin: what a file says about itself does not count.
    expect(other?.entries).toEqual(
      one?.entries.map((entry) => ({ ...entry, origin: "outside", imported: "satchel" })),
    );
    const markdown = await talk.client.call("sessions.export", { session, format: "markdown" });
    expect(markdown.text).toContain("Good morning.");
  });
});

it("a session file with broken lines is read around, told, and the conversation goes on", async () => {
  const session = await begin();
  await send(session, "Hello", scripts.normal);
  const folder = join(talk.project, "workspace", "agents", "juno", "sessions");
  for (const file of [`${session}.jsonl`, `${session}.log.jsonl`])
    appendFileSync(join(folder, file), '{"type":"message","id":"torn\nnonsense\n');
  const view = await talk.client.call("sessions.read", { session });
  expect(view.entries).toHaveLength(2);
  expect(view.broken.map(({ file, line }) => `${file}:${line}`)).toEqual([
    `${session}.log.jsonl:3`,
    `${session}.log.jsonl:4`,
    `${session}.jsonl:3`,
    `${session}.jsonl:4`,
  ]);
  const end = await send(session, "Still there?", scripts.normal);
  expect(end.status).toBe("finished");
  expect((await talk.client.call("sessions.read", { session })).entries).toHaveLength(4);
  expect(JSON.stringify(talk.server.chats().at(-1)?.body)).toContain("Good morning.");
});
