import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { safeStorage } from "./stand-in-electron.ts";
import { systemVault } from "./vault.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "satchel-vault-")), "secrets.json");
  safeStorage.backend = "gnome_libsecret";
  safeStorage.available = true;
  vi.spyOn(process, "platform", "get").mockReturnValue("linux");
});

it("returns the stored value, and the file contains no plain value", async () => {
  const vault = systemVault(file);
  await vault.set("anthropic", "sk-very-secret");
  expect(await systemVault(file).get("anthropic")).toBe("sk-very-secret");
  expect(readFileSync(file, "utf8")).not.toContain("sk-very-secret");
  expect(statSync(file).mode & 0o077).toBe(0);
});

it("deletes what is removed and returns null for other names", async () => {
  const vault = systemVault(file);
  await vault.set("a", "1");
  await vault.remove("a");
  expect(await vault.get("a")).toBeNull();
  expect(await vault.get("toString")).toBeNull();
});

it("loses nothing when several keys are stored at once", async () => {
  const vault = systemVault(file);
  await Promise.all(["a", "b", "c", "d"].map((name) => vault.set(name, name.toUpperCase())));
  expect(await Promise.all(["a", "b", "c", "d"].map((name) => vault.get(name)))).toEqual([
    "A",
    "B",
    "C",
    "D",
  ]);
});

it("refuses the backend that only pretends to encrypt", async () => {
  safeStorage.backend = "basic_text";
  await expect(systemVault(file).set("a", "1")).rejects.toMatchObject({ code: "vault-unavailable" });
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

it("refuses when the system cannot encrypt", async () => {
  safeStorage.available = false;
  await expect(systemVault(file).set("a", "1")).rejects.toMatchObject({ code: "vault-unavailable" });
});

it("does not overwrite a file it cannot read", async () => {
  writeFileSync(file, "not json");
  await expect(systemVault(file).set("a", "1")).rejects.toMatchObject({ code: "vault-unreadable" });
  expect(readFileSync(file, "utf8")).toBe("not json");
});
