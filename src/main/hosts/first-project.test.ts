import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useCore } from "../test-core.ts";
import { temporaryProject } from "../workspace/test-workspace.ts";
import { openFirstProject } from "./first-project.ts";

const core = useCore();
const first = (places: { userData: string; documents: string | null }) =>
  openFirstProject(core, places, undefined);

it("makes the sample in the user's documents, where they find it", async () => {
  const places = { userData: temporaryProject(), documents: join(temporaryProject(), "Documents") };
  const { folder } = await first(places);
  expect(folder).toBe(join(places.documents, "Harbor Bakery"));
  expect(existsSync(join(folder, "workspace", "AGENTS.md"))).toBe(true);
  expect(readdirSync(places.userData)).toEqual([]);
});

it("makes the sample in the data folder when the user chose that folder", async () => {
  const userData = temporaryProject();
  const { folder } = await first({ userData, documents: null });
  expect(folder).toBe(join(userData, "projects", "harbor-bakery"));
});

it("puts nothing into a folder of the user that has the same name", async () => {
  const documents = temporaryProject();
  mkdirSync(join(documents, "Harbor Bakery"));
  writeFileSync(join(documents, "Harbor Bakery", "accounts.txt"), "mine");
  const { folder } = await first({ userData: temporaryProject(), documents });
  expect(folder).toBe(join(documents, "Harbor Bakery 2"));
  expect(readdirSync(join(documents, "Harbor Bakery"))).toEqual(["accounts.txt"]);
});

it("opens the sample of an earlier start where it is", async () => {
  const userData = temporaryProject();
  const documents = temporaryProject();
  mkdirSync(join(userData, "projects", "harbor-bakery"), { recursive: true });
  const { folder } = await first({ userData, documents });
  expect(folder).toBe(join(userData, "projects", "harbor-bakery"));
  expect(readdirSync(documents)).toEqual([]);
});

it("makes the sample in the data folder when the documents cannot be written", async () => {
  const userData = temporaryProject();
  const documents = join(temporaryProject(), "Documents");
  writeFileSync(documents, "a file in its place");
  const { folder } = await first({ userData, documents });
  expect(folder).toBe(join(userData, "projects", "harbor-bakery"));
});
