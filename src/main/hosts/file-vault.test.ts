import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { fileVault } from "./file-vault.ts";

const fresh = () => join(mkdtempSync(join(tmpdir(), "satchel-vault-")), "data", "keys.json");
/** Windows has no such bits; there, the user data folder is private. */
const ownerOnly = process.platform === "win32" ? 0o666 : 0o600;
const modeOf = (path: string) => statSync(path).mode & 0o777;

it("keeps keys in a file that only its owner can read", async () => {
  const path = fresh();
  await fileVault(path).set("openai", "sk-1");
  expect(await fileVault(path).get("openai")).toBe("sk-1");
  expect(modeOf(path)).toBe(ownerOnly);
  expect(readFileSync(path, "utf8")).toContain("Do not share");
});

it("restricts a file that others could read as soon as it writes", async () => {
  const path = fresh();
  await fileVault(path).set("a", "1");
  writeFileSync(path, readFileSync(path), { mode: 0o644 });
  await fileVault(path).set("b", "2");
  expect(modeOf(path)).toBe(ownerOnly);
});

it("loses none of many concurrent changes and leaves no file behind", async () => {
  const path = fresh();
  const vault = fileVault(path);
  const names = Array.from({ length: 20 }, (_, n) => `key-${n}`);
  await Promise.all(names.map((name) => vault.set(name, name)));
  await vault.remove("key-3");
  const values = await Promise.all(names.map((name) => vault.get(name)));
  expect(values).toEqual(names.map((name) => (name === "key-3" ? null : name)));
  expect(readdirSync(dirname(path))).toEqual(["keys.json"]);
});

it("returns null for a key that was never set, whatever its name", async () => {
  const vault = fileVault(fresh());
  expect(await vault.get("constructor")).toBeNull();
  await vault.set("__proto__", "x");
  expect(await vault.get("__proto__")).toBe("x");
});

it("refuses to read or replace a damaged file", async () => {
  const path = fresh();
  const vault = fileVault(path);
  await vault.set("a", "1");
  writeFileSync(path, '{"keys":');
  await expect(vault.get("a")).rejects.toMatchObject({ code: "vault-unreadable" });
  await expect(vault.set("b", "2")).rejects.toMatchObject({ code: "vault-unreadable" });
  expect(readFileSync(path, "utf8")).toBe('{"keys":');
});
