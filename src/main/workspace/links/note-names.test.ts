import { expect, it } from "vitest";
import type { KnownFile } from "../file-rows.ts";
import { NoteNames } from "./note-names.ts";

const names = (files: Record<string, { title?: string; aliases?: string[] }>) =>
  new NoteNames(
    Object.entries(files).map(([inner, { title = null, aliases = [] }]) => ({
      inner,
      file: {
        row: null,
        facts: { path: inner, note: { title, aliases, links: [] } },
      } as unknown as KnownFile,
    })),
  );

const vault = names({
  "Kyoto.md": { aliases: ["Old capital"] },
  "Travel/Kyoto.md": {},
  "Travel/Map.md": { title: "Map of Japan" },
  "Travel/map.png": {},
  "Archive/2024/Résumé.md": {},
});

it("finds a note by name, whatever its case and Unicode form", () => {
  expect(vault.resolve("map", "")?.path).toBe("Travel/Map.md");
  expect(vault.resolve("re\u0301sume\u0301", "")?.path).toBe("Archive/2024/Résumé.md");
});

it("prefers the note of the same folder, then the one nearest to the top", () => {
  expect(vault.resolve("Kyoto", "Travel/Map.md")?.path).toBe("Travel/Kyoto.md");
  expect(vault.resolve("Kyoto", "Archive/2024/Résumé.md")?.path).toBe("Kyoto.md");
});

it("takes a path, an ending, an alias and a title", () => {
  expect(vault.resolve("Travel/Kyoto", "")?.path).toBe("Travel/Kyoto.md");
  expect(vault.resolve("travel/kyoto.md", "")?.path).toBe("Travel/Kyoto.md");
  expect(vault.resolve("map.png", "")?.path).toBe("Travel/map.png");
  expect(vault.resolve("old capital", "")?.path).toBe("Kyoto.md");
  expect(vault.resolve("Map of Japan", "")?.path).toBe("Travel/Map.md");
});

it("finds nothing for a name nobody has, or a folder the note is not in", () => {
  expect(vault.resolve("Osaka", "")).toBeNull();
  expect(vault.resolve("Food/Kyoto", "")).toBeNull();
  expect(vault.resolve("constructor", "")).toBeNull();
});

it("completes names that begin with what was typed before those that contain it, notes before files", () => {
  const { files, total } = vault.complete("ma", 2);
  expect(files.map(({ path }) => path)).toEqual(["Travel/Map.md", "Travel/map.png"]);
  expect(total).toBe(2);
  expect(vault.complete("capital", 10).files.map(({ path }) => path)).toEqual(["Kyoto.md"]);
});
