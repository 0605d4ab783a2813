import { expect, it } from "vitest";
import { formatShortcut, matches } from "./shortcut.ts";

const pressed = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
  code = "",
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it("uses Control on a PC and Command on a Mac", () => {
  expect(matches(pressed("k", { ctrlKey: true }), "Mod+K", false)).toBe(true);
  expect(matches(pressed("k", { metaKey: true }), "Mod+K", false)).toBe(false);
  expect(matches(pressed("k", { metaKey: true }), "Mod+K", true)).toBe(true);
  expect(matches(pressed("k", { ctrlKey: true }), "Mod+K", true)).toBe(false);
});

it("is not triggered when an additional modifier is held", () => {
  expect(matches(pressed("s", { ctrlKey: true, shiftKey: true }), "Mod+S", false)).toBe(false);
  expect(matches(pressed("s"), "Mod+S", false)).toBe(false);
});

it("leaves Option with a letter to typing on a Mac, and requires Control as well", () => {
  const dead = (held: object) => pressed("Dead", { altKey: true, ...held }, "KeyN");
  expect(matches(dead({}), "Alt+N", true)).toBe(false);
  expect(matches(dead({ ctrlKey: true }), "Alt+N", true)).toBe(true);
  expect(matches(dead({ ctrlKey: true }), "Alt+W", true)).toBe(false);
  expect(matches(pressed("n", { altKey: true }, "KeyN"), "Alt+N", false)).toBe(true);
  expect(formatShortcut("Alt+N", true)).toBe("⌃⌥N");
});

it("recognises a letter by its key where Option produces a different character", () => {
  expect(matches(pressed("ß", { metaKey: true, altKey: true }, "KeyS"), "Mod+Alt+S", true)).toBe(true);
});

it("uses the character and not the position of the key without Alt", () => {
  expect(matches(pressed("a", { ctrlKey: true }, "KeyQ"), "Mod+Q", false)).toBe(false);
});

it("enlarges with the plus of any keyboard", () => {
  for (const held of [{ ctrlKey: true }, { ctrlKey: true, shiftKey: true }]) {
    expect(matches(pressed("+", held), "Mod+=", false)).toBe(true);
    expect(matches(pressed("=", held), "Mod+=", false)).toBe(true);
  }
  expect(matches(pressed("+"), "Mod+=", false)).toBe(false);
});

it("is written as the system writes it", () => {
  expect(formatShortcut("Mod+Shift+E", false)).toBe("Ctrl Shift E");
  expect(formatShortcut("Mod+Shift+E", true)).toBe("⌘⇧E");
});
