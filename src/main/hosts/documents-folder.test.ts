import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentsFolder } from "./documents-folder.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "satchel-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const userDirs = (line: string) => {
  mkdirSync(join(home, ".config"), { recursive: true });
  writeFileSync(join(home, ".config", "user-dirs.dirs"), `# written by xdg-user-dirs-update\n${line}\n`);
};

it("is Documents in the home folder where the system says nothing else", () => {
  expect(documentsFolder("linux", {}, home)).toBe(join(home, "Documents"));
  expect(documentsFolder("darwin", {}, home)).toBe(join(home, "Documents"));
  expect(documentsFolder("win32", {}, home)).toBe(join(home, "Documents"));
});

it("has the name that a Linux desktop gave it", () => {
  userDirs('XDG_DOCUMENTS_DIR="$HOME/Dokumente"');
  expect(documentsFolder("linux", {}, home)).toBe(join(home, "Dokumente"));
  expect(documentsFolder("darwin", {}, home)).toBe(join(home, "Documents"));
});

it("is not the home folder itself, nor a relative path", () => {
  userDirs('XDG_DOCUMENTS_DIR="$HOME/"');
  expect(documentsFolder("linux", {}, home)).toBe(join(home, "Documents"));
  userDirs('XDG_DOCUMENTS_DIR="papers"');
  expect(documentsFolder("linux", {}, home)).toBe(join(home, "Documents"));
});
