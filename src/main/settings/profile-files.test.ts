import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { failingDisk } from "../base/test-disk.ts";
import { writePlainly } from "../workspace/write-own-file.ts";
import { openProfileFiles, type ProfileFiles } from "./profile-files.ts";

type Profile = { id: string; title: string };
let project: string;
let files: ProfileFiles<Profile>;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "satchel-profiles-"));
  files = openProfileFiles<Profile>(project, validate);
});
const validate = (value: unknown) => {
  const profile = value as Profile;
  return typeof profile.title === "string" ? { profile } : { problem: "The title is missing." };
};
const put = (name: string, text: string) => {
  mkdirSync(join(project, ".satchel", "profiles"), { recursive: true });
  writeFileSync(join(project, ".satchel", "profiles", name), text);
};

it("has none, and creates no folder, before one is saved", async () => {
  expect(await files.list()).toEqual({ profiles: [], problems: [] });
  expect(existsSync(join(project, ".satchel"))).toBe(false);
});

it("reads what it wrote and drops what it removed", async () => {
  await files.write({ id: "b", title: "B" });
  await files.write({ id: "a", title: "A" });
  await files.write({ id: "a", title: "A again" });
  expect((await files.list()).profiles).toEqual([
    { id: "a", title: "A again" },
    { id: "b", title: "B" },
  ]);
  await files.remove("a");
  expect(readdirSync(join(project, ".satchel", "profiles"))).toEqual(["b.json"]);
  await expect(files.remove("a")).rejects.toMatchObject({ code: "profile-not-found" });
});

it("reports each invalid file and loads the others", async () => {
  put("good.json", '{"id":"good","title":"Good"}');
  put("broken.json", "{");
  put("empty.json", "{}");
  put("misnamed.json", '{"id":"other","title":"Other"}');
  mkdirSync(join(project, ".satchel", "profiles", "folder.json"));
  const { profiles, problems } = await files.list();
  expect(profiles).toEqual([{ id: "good", title: "Good" }]);
  expect(problems.map(({ file }) => file.replace(/.*\//, ""))).toEqual([
    "broken.json",
    "empty.json",
    "folder.json",
    "misnamed.json",
  ]);
});

it("never leaves its folder, whatever the id", async () => {
  for (const id of ["../evil", "a/b", "", ".", "A", "a\\b"]) {
    await expect(files.write({ id, title: "x" })).rejects.toMatchObject({ code: "invalid-profile-id" });
    await expect(files.remove(id)).rejects.toMatchObject({ code: "invalid-profile-id" });
  }
  expect(readdirSync(project)).toEqual([]);
});

it.each([
  ["ENOSPC", "write", "disk-full"],
  ["ENOSPC", "sync", "disk-full"],
  ["EROFS", "rename", "read-only"],
] as const)("keeps the old profile when the disk refuses: %s at %s", async (code, step, expected) => {
  await files.write({ id: "mine", title: "Old" });
  const folder = join(project, ".satchel", "profiles");
  const before = readFileSync(join(folder, "mine.json"), "utf8");
  const refusing = openProfileFiles<Profile>(
    project,
    validate,
    writePlainly(project, failingDisk(code, step)),
  );
  await expect(refusing.write({ id: "mine", title: "New" })).rejects.toMatchObject({ code: expected });
  await expect(refusing.write({ id: "other", title: "Other" })).rejects.toMatchObject({ code: expected });
  expect(readFileSync(join(folder, "mine.json"), "utf8")).toBe(before);
  expect(readdirSync(folder)).toEqual(["mine.json"]);
});

it("leaves no folder behind when the disk refuses the first profile", async () => {
  const refusing = openProfileFiles<Profile>(
    project,
    validate,
    writePlainly(project, failingDisk("ENOSPC", "write")),
  );
  await expect(refusing.write({ id: "mine", title: "New" })).rejects.toMatchObject({ code: "disk-full" });
  expect(readdirSync(project)).toEqual([]);
});
