import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KeptFile } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { thisProcess } from "../base/process-identity.ts";
import { PartialReply, readPartial, type ReplyPlace } from "./partial-reply.ts";
import { ReplyMarks } from "./reply-marks.ts";

const header = { id: "a1", parentId: "u1", timestamp: "2026-11-16T10:00:00.000Z", origin: "agent" as const };
const key = "sk-ant-abcdefghijklmnop0123456789";
let path: string;
let place: ReplyPlace;
let userData: string;
beforeEach(() => {
  const project = mkdtempSync(join(tmpdir(), "satchel-partial-"));
  path = join(project, "s.partial");
  userData = mkdtempSync(join(tmpdir(), "satchel-marks-"));
  place = {
    file: new KeptFile(new KeptFiles(project), "s.partial"),
    session: "s",
    marks: new ReplyMarks(userData),
  };
});
const onDisk = () => readFileSync(path, "utf8");
/** What a reader finds that does not know the writer. */
const received = (kind: "text" | "reasoning") =>
  onDisk()
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Record<string, string>)[kind] ?? "")
    .join("");

it("has each piece on disk before it resolves, with text and reasoning separate", async () => {
  const reply = await PartialReply.begin(place, header);
  await reply.add("Hm, ", "reasoning");
  await reply.add("Twelve\n");
  expect([received("text"), received("reasoning")]).toEqual(["Twelve\n", "Hm, "]);
  await reply.add("sacks.");
  expect([received("text"), received("reasoning")]).toEqual(["Twelve\nsacks.", "Hm, "]);
  expect(await readPartial(place)).toBeNull();
  expect([reply.text, reply.reasoning]).toEqual(["Twelve\nsacks.", "Hm, "]);
  await reply.done();
  expect(existsSync(path)).toBe(false);
});

it("reads what came before a line that a crash cut off", async () => {
  const reply = await PartialReply.begin(place, header);
  await reply.add("Twelve ");
  await reply.close();
  appendFileSync(path, '{"text":"sac');
  expect(await readPartial(place)).toMatchObject({ header, text: "Twelve ", reasoning: "" });
});

it("never writes a secret to disk that arrives in pieces, when redaction is on", async () => {
  const reply = await PartialReply.begin(place, header, true);
  for (const piece of ["The key is s", "k-ant-", ...key.slice(7).split(""), " and that", " is all"]) {
    await reply.add(piece);
    await reply.add(piece, "reasoning");
    expect(onDisk()).not.toMatch(/sk-|ant-|abcd/);
  }
  expect(received("text")).toBe("The key is [REDACTED:anthropic_key] and that is ");
  expect(reply.text).toBe(`The key is ${key} and that is all`);
  await reply.done();
});

describe("recovery", () => {
  const leftBehind = async () => {
    const reply = await PartialReply.begin(place, header);
    await reply.add("Twelve sacks.");
    await reply.close();
  };
  /** As if a different process had written the mark. */
  const writtenBy = (writer: object) => {
    const marks = join(userData, "replies");
    for (const name of readdirSync(marks)) {
      const record = JSON.parse(readFileSync(join(marks, name), "utf8")) as object;
      writeFileSync(join(marks, name), JSON.stringify({ ...record, writer }));
    }
  };

  it("finds what this machine wrote, once, and leaves no file behind", async () => {
    await leftBehind();
    const found = await readPartial(place);
    expect(found).toMatchObject({ header, text: "Twelve sacks." });
    await found?.done();
    expect([existsSync(path), readdirSync(join(userData, "replies"))]).toEqual([false, []]);
  });

  it("ignores an answer that came with the project, whichever writer it names", async () => {
    for (const more of [{}, { pid: 999_999 }, { mark: "0".repeat(32) }, { mark: "../../settings" }]) {
      const lines = [{ ...header, ...more }, { text: "EVIL" }].map((line) => `${JSON.stringify(line)}\n`);
      writeFileSync(path, lines.join(""));
      expect(await readPartial(place)).toBeNull();
    }
  });

  it("ignores a mark of a different conversation or a different answer", async () => {
    await leftBehind();
    expect(await readPartial({ ...place, session: "t" })).toBeNull();
    writeFileSync(path, onDisk().replace('"a1"', '"a2"'));
    expect(await readPartial(place)).toBeNull();
  });

  it.runIf(process.platform === "linux")("R3: finds it when the writer's process id was reused", async () => {
    await leftBehind();
    const sleeper = spawn("sleep", ["60"]);
    try {
      const reused = { ...thisProcess(), pid: sleeper.pid };
      // The id is in use by a process with a different start time and boot.
      writtenBy({ ...reused, started: 1 });
      expect((await readPartial(place))?.text).toBe("Twelve sacks.");
      writtenBy({ ...reused, boot: "an earlier boot" });
      expect((await readPartial(place))?.text).toBe("Twelve sacks.");
    } finally {
      sleeper.kill();
    }
  });

  it.runIf(process.platform === "linux")(
    "ignores an answer that a different process is still writing",
    async () => {
      await leftBehind();
      const line = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
      const started = Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);
      writtenBy({ ...thisProcess(), pid: process.ppid, started });
      expect(await readPartial(place)).toBeNull();
    },
  );
});
