import { expect, it } from "vitest";
import { formatShortcut, matches } from "./shortcut.ts";

const pressed = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it("takes Control on a PC and Command on a Mac", () => {
  expect(matches(pressed("k", { ctrlKey: true }), "Mod+K", false)).toBe(true);
  expect(matches(pressed("k", { metaKey: true }), "Mod+K", false)).toBe(false);
  expect(matches(pressed("k", { metaKey: true }), "Mod+K", true)).toBe(true);
  expect(matches(pressed("k", { ctrlKey: true }), "Mod+K", true)).toBe(false);
});

it("is not triggered when another modifier is held", () => {
  expect(matches(pressed("s", { ctrlKey: true, shiftKey: true }), "Mod+S", false)).toBe(false);
  expect(matches(pressed("s"), "Mod+S", false)).toBe(false);
});

it("is written the way the system writes it", () => {
  expect(formatShortcut("Mod+Shift+E", false)).toBe("Ctrl Shift E");
  expect(formatShortcut("Mod+Shift+E", true)).toBe("⌘⇧E");
});
