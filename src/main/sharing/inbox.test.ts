import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Proposal } from "#shared/model/proposal.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { Inbox } from "./inbox.ts";

let folder: string;
let inbox: Inbox;
const at = "2026-11-18T08:00:00.000Z";
const proposal = (id: string): Proposal => ({
  id,
  at,
  agent: "main",
  client: "editor",
  door: "stdio",
  kind: "note",
  text: `The oven needs ${id} minutes.`,
});
const place = () => join(folder, ".satchel", "inbox.json");
const ids = async () => (await inbox.all()).map(({ id }) => id);
const aside = () => readdirSync(join(folder, ".satchel")).filter((name) => name.includes(".corrupt-"));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-inbox-"));
  mkdirSync(join(folder, ".satchel"));
  inbox = new Inbox(new KeptFiles(folder), () => new Date(at));
});

describe("the inbox", () => {
  it("writes nothing while it cannot be read, and has all proposals when it can be read again", async () => {
    await inbox.add(proposal("10"));
    renameSync(place(), `${place()}.away`);
    mkdirSync(place());
    await expect(inbox.add(proposal("20"))).rejects.toMatchObject({ code: "not-a-plain-file" });
    await expect(inbox.all()).rejects.toMatchObject({ code: "not-a-plain-file" });
    rmSync(place(), { recursive: true });
    renameSync(`${place()}.away`, place());
    await inbox.add(proposal("30"));
    expect(await ids()).toEqual(["10", "30"]);
  });

  it.each([
    ["cut off", (whole: string) => whole.slice(0, -20), []],
    ["too large", (whole: string) => whole + " ".repeat(1024 * 1024), []],
    ["partly of a different form", (whole: string) => whole.replace('"20"', "20"), ["10"]],
  ])("keeps a file that is %s, and what can be read from it", async (_, change, left) => {
    await inbox.add(proposal("10"));
    await inbox.add(proposal("20"));
    const broken = change(readFileSync(place(), "utf8"));
    writeFileSync(place(), broken);
    expect(await ids()).toEqual(left);
    await inbox.add(proposal("30"));
    expect(await ids()).toEqual([...left, "30"]);
    expect(aside().map((name) => readFileSync(join(folder, ".satchel", name), "utf8"))).toEqual([broken]);
  });
});
