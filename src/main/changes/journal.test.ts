import { expect, it } from "vitest";
import type { Change } from "#shared/model/change.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { temporaryProject } from "../workspace/test-workspace.ts";
import { Journal } from "./journal.ts";

const HASHES = ["a".repeat(64), "b".repeat(64)] as const;

const changeOf = (id: string): Change => ({
  id,
  at: "2026-11-19T08:00:00.000Z",
  actor: "you",
  kind: "save",
  title: id,
  files: [{ path: `${id}.md`, layer: "base", before: HASHES[0], after: HASHES[1], kept: true }],
});

/** A journal with enough lines about one change to be rewritten. */
const longJournal = async () => {
  const kept = new KeptFiles(temporaryProject({}));
  const journal = new Journal(kept);
  for (let turn = 0; turn < 120; turn += 1) await journal.put(changeOf("first"));
  const onDisk = async () => {
    const read = new Journal(kept);
    await read.refresh();
    return read;
  };
  return { journal, onDisk };
};

it("loses nothing that is recorded while it is rewritten", async () => {
  const { journal, onDisk } = await longJournal();
  const others = ["second", "third", "fourth", "fifth"];
  const [, ...appended] = [
    journal.keepOnly(() => true),
    ...others.map((id) => journal.put(changeOf(id))),
    journal.group("second", "open"),
  ];
  await Promise.all(appended);
  const found = await onDisk();
  expect(found.all().map(({ id }) => id)).toEqual(["first", ...others]);
  expect([...found.groups().keys()]).toEqual(["second"]);
});

it("never brings back what ended, whatever reads it at the same time", async () => {
  const { journal, onDisk } = await longJournal();
  const work: Promise<void>[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    work.push(journal.group(`g${turn}`, "open"), journal.refresh());
    work.push(journal.put(changeOf(`g${turn}`)), journal.refresh());
    work.push(journal.remove(`g${turn}`), journal.group(`g${turn}`, "ended"), journal.refresh());
    if (turn % 10 === 0) work.push(journal.keepOnly(() => true));
  }
  await Promise.all(work);
  for (const each of [journal, await onDisk()]) {
    expect(each.all().map(({ id }) => id)).toEqual(["first"]);
    expect([...each.groups().keys()]).toEqual([]);
  }
});
