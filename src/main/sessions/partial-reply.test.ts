import { appendFileSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { PartialReply, readPartial } from "./partial-reply.ts";

const header = { id: "a1", parentId: "u1", timestamp: "2026-11-16T10:00:00.000Z" };
const key = "sk-ant-abcdefghijklmnop0123456789";
let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "satchel-partial-")), "s.partial");
});
const onDisk = () => readFileSync(path, "utf8");

it("has each piece on disk before it says so, words and thoughts apart", async () => {
  const reply = await PartialReply.begin(path, header);
  await reply.add("Hm, ", "reasoning");
  await reply.add("Twelve\n");
  expect(await readPartial(path)).toEqual({ header, text: "Twelve\n", reasoning: "Hm, " });
  await reply.add("sacks.");
  expect(await readPartial(path)).toEqual({ header, text: "Twelve\nsacks.", reasoning: "Hm, " });
  expect([reply.text, reply.reasoning]).toEqual(["Twelve\nsacks.", "Hm, "]);
  await reply.done();
  expect(existsSync(path)).toBe(false);
});

it("reads what came before a line that a crash tore", async () => {
  const reply = await PartialReply.begin(path, header);
  await reply.add("Twelve ");
  await reply.close();
  appendFileSync(path, '{"text":"sac');
  expect((await readPartial(path))?.text).toBe("Twelve ");
});

it("never has a secret on disk that arrives in pieces, when secrets are to be taken out", async () => {
  const reply = await PartialReply.begin(path, header, true);
  for (const piece of ["The key is s", "k-ant-", ...key.slice(7).split(""), " and that", " is all"]) {
    await reply.add(piece);
    await reply.add(piece, "reasoning");
    expect(onDisk()).not.toMatch(/sk-|ant-|abcd/);
  }
  expect((await readPartial(path))?.text).toBe("The key is [REDACTED:anthropic_key] and that is ");
  expect(reply.text).toBe(`The key is ${key} and that is all`);
  await reply.done();
});
