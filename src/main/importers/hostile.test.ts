import { existsSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { sessionEntry } from "#shared/model/session-entry.ts";
import { openSource } from "./input/open-source.ts";
import { detectSource, readSource, type Taken } from "./read-source.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-hostile-")));
const read = async (name: string, content: string | Uint8Array): Promise<readonly Taken[]> => {
  writeFileSync(join(folder, name), content);
  const input = await openSource(join(folder, name));
  const detected = await detectSource(input);
  if (!detected) throw new Error("not recognised");
  const taken: Taken[] = [];
  for await (const each of readSource(input, detected.importer)) taken.push(each);
  return taken;
};
const codes = (taken: readonly Taken[]) =>
  taken.flatMap((each) => (each.kind === "warning" ? [each.code] : []));
const logs = (taken: readonly Taken[]) =>
  taken.flatMap((each) => (each.kind === "session" ? [each.built.session.log] : []));

const chat = (nodes: object, more: object = {}) =>
  JSON.stringify([{ id: "c", title: "T", create_time: 1, mapping: nodes, current_node: "n0", ...more }]);
const node = (id: string, parent: string | null, text: unknown = "x", children: readonly string[] = []) => ({
  id,
  parent,
  children,
  message: { author: { role: "user" }, create_time: 2, content: { content_type: "text", parts: [text] } },
});

describe("a hostile export costs bounded time and memory", () => {
  it("100,000 messages that follow each other", async () => {
    const nodes: Record<string, object> = {};
    for (let n = 0; n < 100_000; n += 1) nodes[`n${n}`] = node(`n${n}`, n === 0 ? null : `n${n - 1}`);
    const [log] = logs(await read("deep.json", chat(nodes, { current_node: "n99999" })));
    expect(log).toHaveLength(100_000);
  });

  it("100,000 messages in one circle", async () => {
    const nodes: Record<string, object> = {};
    for (let n = 0; n < 100_000; n += 1) nodes[`n${n}`] = node(`n${n}`, `n${(n + 1) % 100_000}`);
    const taken = await read("circle.json", chat(nodes));
    expect(codes(taken)).toEqual(["cycle"]);
    expect(logs(taken)[0]).toHaveLength(100_000);
  });

  it("a value that nests 100,000 levels, in the export and in the arguments of a call", async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const whole = await read("nested.json", `[{"mapping":{}},${deep}]`);
    expect(codes(whole)).toContain("unknown-content");
    const line = (id: string, type: string, message: string) =>
      `{"parentUuid":null,"sessionId":"s","uuid":"${id}","type":"${type}","timestamp":"2026-01-01T00:00:00Z","message":${message}}`;
    const call = `{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":${deep}}]}`;
    const taken = await read("args.jsonl", `${line("a", "assistant", call)}\n`);
    const [log = []] = logs(taken);
    expect(log.map(({ type }) => type)).toEqual(["tool_use"]);
    expect(JSON.stringify(log).length).toBeLessThan(2_000);
  });

  it("names that are keys of every object", async () => {
    const nodes = JSON.parse(
      '{"__proto__":{"id":"__proto__","parent":"constructor","children":["toString"],"message":null}}',
    ) as object;
    const taken = await read("names.json", chat({ ...nodes, n0: node("n0", "__proto__") }));
    expect(logs(taken)[0]).toHaveLength(1);
    expect(({} as Record<string, unknown>).parent).toBeUndefined();
  });

  it("an archive that grows without end is not read to its end", async () => {
    const bomb = new Uint8Array(32 * 1024 * 1024).fill(0x20);
    bomb.set(new TextEncoder().encode('[{"mapping":{}},"'));
    await expect(read("bomb.zip", zipSync({ "conversations.json": bomb }))).rejects.toMatchObject({
      code: "archive-too-large",
    });
  });

  it("an archive that is cut off says so", async () => {
    const zip = zipSync({ "conversations.json": new TextEncoder().encode(chat({ n0: node("n0", null) })) });
    await expect(read("cut.zip", zip.subarray(0, zip.length - 40))).rejects.toMatchObject({
      code: "archive-broken",
    });
  });

  it("lines that are glued a thousand times", async () => {
    const half = '{"parentUuid":null,"sessionId":"s","uuid":"a';
    const whole =
      '{"parentUuid":null,"sessionId":"s","uuid":"b","type":"user","message":{"content":"Hello"}}';
    const taken = await read(
      "glued.jsonl",
      `${whole}\n${half.repeat(1_000)}${whole.replace('"b"', '"c"')}\n`,
    );
    expect(codes(taken)).toContain("glued-lines");
    expect(logs(taken)[0]).toHaveLength(2);
  });
});

it("stores only entries that a session file can have, and writes nothing while it reads", async () => {
  const before = readdirSync(folder);
  const taken = await read(
    "odd.json",
    chat({ n0: node("n0", null, { odd: true }), n1: node("n1", "n0", "\ud800\0y") }),
  );
  for (const entry of logs(taken).flat()) expect(sessionEntry.safeParse(entry).success).toBe(true);
  expect(logs(taken).flat()).toMatchObject([{ content: "\ufffdy" }]);
  expect(readdirSync(folder)).toEqual([...before, "odd.json"].toSorted((a, b) => (a < b ? -1 : 1)));
  expect(existsSync(join(folder, ".satchel"))).toBe(false);
});
