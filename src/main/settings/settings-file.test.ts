import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { failingDisk } from "../base/test-disk.ts";
import { testPorts } from "../ports/test-ports.ts";
import { openProjectSettings, openUserSettings } from "./open-settings.ts";
import { userSettings } from "#shared/contract/settings.ts";
import { parseSettings } from "./parse-settings.ts";
import { openSettingsFile } from "./settings-file.ts";
import { placeOfUser } from "./settings-place.ts";

let folder: string;
let file: string;
const ports = testPorts({ clock: { now: () => new Date("2026-11-16T01:02:03.004Z") } });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-settings-"));
  file = join(folder, "settings.json");
});
const open = () => openUserSettings(folder, ports);
const onDisk = () => JSON.parse(readFileSync(file, "utf8")) as unknown;

it("has defaults, and writes no file before something is set", () => {
  expect(open().get()).toMatchObject({ theme: "system", zoom: 1, overlays: {} });
  expect(existsSync(file)).toBe(false);
});

it("changes only the given keys, at any depth, and keeps keys it does not know", async () => {
  writeFileSync(file, JSON.stringify({ future: { a: 1 }, user: { id: "kate", name: "Kate", later: true } }));
  const settings = open();
  await settings.set({ user: { name: "Katharina" } });
  expect(onDisk()).toEqual({ future: { a: 1 }, user: { id: "kate", name: "Katharina", later: true } });
  expect(settings.get().user).toEqual({ id: "kate", name: "Katharina" });
});

it("resets a key to its default for null", async () => {
  const settings = open();
  await settings.set({ theme: "dark", overlays: { "/a": "/b", "/c": "/d" } });
  await settings.set({ theme: null, overlays: { "/a": null } });
  expect(settings.get()).toMatchObject({ theme: "system", overlays: { "/c": "/d" } });
});

it("refuses an invalid value by its key and changes nothing", async () => {
  const settings = open();
  await settings.set({ zoom: 2 });
  const refused = settings.set({ theme: "dark", user: { name: 7 } });
  await expect(refused).rejects.toMatchObject({ code: "invalid-settings", detail: { key: "user.name" } });
  expect(onDisk()).toEqual({ zoom: 2 });
});

it("refuses an unknown key, so that a typing mistake is noticed", async () => {
  await expect(open().set({ thme: "dark" })).rejects.toMatchObject({ detail: { key: "thme" } });
  await expect(open().set({ user: { nmae: "K" } })).rejects.toMatchObject({ detail: { key: "user.nmae" } });
});

it.each([
  ["ENOSPC", "write"],
  ["ENOSPC", "sync"],
  ["EACCES", "rename"],
] as const)("keeps the old settings when the disk refuses: %s at %s", async (code, step) => {
  writeFileSync(file, '{"zoom":2}');
  const schema = z.object({ zoom: z.number().default(1) });
  const disk = failingDisk(code, step);
  const { clock, log } = ports;
  const settings = openSettingsFile({
    place: placeOfUser(file, disk),
    name: "settings.json",
    schema,
    now: () => clock.now(),
    log,
  });
  await expect(settings.set({ zoom: 3 })).rejects.toMatchObject({ code: "settings-not-written" });
  expect(settings.get()).toEqual({ zoom: 2 });
  expect(readFileSync(file, "utf8")).toBe('{"zoom":2}');
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

it("uses the default for an invalid value in the file, reports it, and leaves the file unchanged", () => {
  const text = '{"theme":"purple","zoom":2,"user":{"name":false,"id":"k"}}';
  writeFileSync(file, text);
  const settings = open();
  expect(settings.get()).toMatchObject({ theme: "system", zoom: 2, user: { id: "k", name: "" } });
  expect(settings.warnings().map((warning) => warning.message)).toEqual([
    expect.stringContaining('"theme"'),
    expect.stringContaining('"user.name"'),
  ]);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("can still set other keys while the file contains an invalid value", async () => {
  writeFileSync(file, '{"theme":"purple"}');
  await open().set({ zoom: 2 });
  expect(onDisk()).toEqual({ theme: "purple", zoom: 2 });
});

for (const broken of ["{theme:", "[]", "null", '"text"', "", "\0\0\0\0"]) {
  it(`keeps a broken file and works with defaults: ${JSON.stringify(broken)}`, async () => {
    writeFileSync(file, broken);
    const settings = open();
    expect(settings.get().theme).toBe("system");
    expect(settings.warnings()).toMatchObject([{ code: "settings-broken" }]);
    await settings.set({ theme: "dark" });
    expect(readFileSync(`${file}.corrupt-20261116T010203004Z`, "utf8")).toBe(broken);
    expect(onDisk()).toEqual({ theme: "dark" });
  });
}

it("notices what a different program wrote", () => {
  const settings = open();
  expect(settings.get().zoom).toBe(1);
  writeFileSync(file, '\uFEFF{"zoom": 1.5}');
  expect(settings.get().zoom).toBe(1.5);
});

it("loses none of many concurrent changes", async () => {
  const settings = open();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => settings.set({ overlays: { [`/p${n}`]: `/o${n}` } })),
  );
  expect(Object.keys(settings.get().overlays)).toHaveLength(20);
  expect(readdirSync(folder)).toEqual(["settings.json"]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it("cannot be tricked into prototype pollution", async () => {
  writeFileSync(file, '{"__proto__": {"zoom": 3}, "overlays": {"__proto__": "/x"}}');
  const settings = open();
  await settings.set({ user: { name: "K" } });
  expect(settings.get().zoom).toBe(1);
  expect(({} as Record<string, unknown>).zoom).toBeUndefined();
});

it("ignores keys in a project's file that only the user's own settings may set", async () => {
  const settings = openProjectSettings(folder, ports);
  const path = join(folder, ".satchel", "settings.json");
  await settings.set({ name: "Bakery" });
  writeFileSync(
    path,
    JSON.stringify({
      name: "Bakery",
      overlays: { "/": "/etc" },
      providers: [{ baseUrl: "http://evil.example" }],
      mcpServers: { a: { command: "rm" } },
      approvals: ["*"],
    }),
  );
  expect(settings.get().name).toBe("Bakery");
  for (const key of ["overlays", "providers", "mcpServers", "approvals"]) {
    expect(settings.get()).not.toHaveProperty(key);
  }
  expect(settings.warnings().map(({ code, message }) => [code, message.split('"')[1]])).toEqual([
    ["setting-refused", "overlays"],
    ["setting-refused", "providers"],
    ["setting-refused", "mcpServers"],
    ["setting-refused", "approvals"],
  ]);
  await expect(settings.set({ overlays: {} })).rejects.toMatchObject({ code: "invalid-settings" });
});

it("accepts time zones and refuses made-up names", async () => {
  const settings = openProjectSettings(folder, ports);
  await settings.set({ timeZone: "Europe/Vienna" });
  await expect(settings.set({ timeZone: "Mars/Base" })).rejects.toMatchObject({
    detail: { key: "timeZone" },
  });
  expect(settings.get().timeZone).toBe("Europe/Vienna");
});

it("reads on when a thousand values of one key are wrong, and reports the key once", () => {
  const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]));
  const { settings, problems } = parseSettings(userSettings, { overlays: wrong, theme: "dark" });
  expect(settings.theme).toBe("dark");
  expect(problems.map(({ key }) => key)).toEqual(["overlays"]);
});

it("drops a value whose required part is missing", () => {
  const { settings, problems } = parseSettings(userSettings, { providers: { lab: {} }, zoom: 2 });
  expect(settings.providers).toEqual({});
  expect(settings.zoom).toBe(2);
  expect(problems.length).toBeGreaterThan(0);
});
