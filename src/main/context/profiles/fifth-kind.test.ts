import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { profilesRoutes } from "#shared/contract/profiles.ts";
import { assemble } from "../assemble.ts";
import { file, gathered, testMeter } from "../test-gathered.ts";
import { bare } from "./fifth-kind.fixture.ts";
import { profileKinds } from "./index.ts";
import { profileCatalogue } from "./resolve-profile.ts";

describe("a fifth kind of profile is one file and one line", () => {
  // The line: a real one would be in the list of index.ts.
  const catalogue = profileCatalogue([...profileKinds, bare]);
  const profiles = () => catalogue.shipped().map(catalogue.shown);

  it("passes the contract with its own fields, its rules and the fields of its form", () => {
    const answer = profilesRoutes["profiles.list"].output.parse({ profiles: profiles(), problems: [] });
    expect(answer.profiles.find(({ id }) => id === "bare")).toMatchObject({
      greetings: 3,
      rules: { budgets: { history: "history.maxTokens" }, ranksFiles: false, sharing: { byTag: false } },
    });
    expect(bare.rules.fields).toContainEqual({ key: "greetings", input: "count", optional: false, least: 0 });
    expect(bare.rules.fields).toContainEqual({
      key: "history.maxMessages",
      input: "count",
      optional: true,
      least: 1,
    });
  });

  it("can be derived, tuned in a preview and assembled", () => {
    const mine = catalogue.derive({ id: "mine", from: "bare", greetings: 5 }, []);
    expect(mine).toMatchObject({ kind: "bare", greetings: 5, builtIn: false });
    const bound = catalogue.resolve("mine", [mine], { layers: { history: 10 } });
    const { manifest } = assemble(gathered({ soul: [file("SOUL.md", "Be kind.")] }), bound, testMeter);
    expect(manifest.layers.map(({ id }) => id)).toContain("soul");
    expect(manifest.profile).toBe("mine");
  });

  it("reads what its own gather asks for, and nothing else", async () => {
    const asked: string[] = [];
    const reads = (name: string) => async () => {
      asked.push(name);
      return [];
    };
    const own = await catalogue.resolve("bare", []).gather({
      knowledgePaths: reads("knowledgePaths"),
      notes: reads("notes"),
      additional: reads("additional"),
      projectFiles: reads("projectFiles"),
    });
    expect([Object.keys(own), asked]).toEqual([["notes"], ["notes"]]);
  });

  it("does not save what only its rules say", () => {
    const shown = catalogue.shown(catalogue.derive({ id: "mine", from: "bare" }, []));
    expect(catalogue.derive(shown, [])).not.toHaveProperty("rules");
  });
});

it("the contract refuses a shipped kind with fields of another", () => {
  const [layered] = profileCatalogue(profileKinds).shipped().map(profileCatalogue(profileKinds).shown);
  const list = (profile: unknown) =>
    profilesRoutes["profiles.list"].output.safeParse({ profiles: [profile], problems: [] }).success;
  expect(list(layered)).toBe(true);
  expect(list({ ...layered, perFile: undefined })).toBe(false);
});

it("no source outside context/profiles compares a kind of profile", () => {
  const source = join(import.meta.dirname, "../../..");
  const kinds = profileKinds.map(({ shipped }) => shipped.kind).join("|");
  const compares = new RegExp(`[=!]==? "(?:${kinds})"|"(?:${kinds})" [=!]==?|case "(?:${kinds})"`);
  const looksUp = /profile\??\.(data\.)?kind\]|\.has\([\w.]*profile\.(data\.)?kind\)/;
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !path.startsWith("main/context/profiles/") && path !== "shared/model/profile.ts")
    .filter((path) => {
      const text = readFileSync(join(source, path), "utf8");
      return compares.test(text) || looksUp.test(text);
    });
  expect(found).toEqual([]);
});
