import { expect, it } from "vitest";
import { parseIdentity, renderIdentity } from "./identity.ts";

const none = { name: null, creature: null, vibe: null, emoji: null, avatar: null };

it("reads lines that start with a dash, with bold marks stripped and case ignored", () => {
  const text = [
    "# Identity",
    "- **Name:** Kate",
    "- __CREATURE__: octopus",
    "-vibe: warm but sharp",
    "- Emoji : 🐙",
    "- **Avatar**: https://example.org/kate.png",
    "name: not a list line",
    "- colour: red",
    "- no key here",
  ].join("\r\n");
  expect(parseIdentity(text)).toEqual({
    name: "Kate",
    creature: "octopus",
    vibe: "warm but sharp",
    emoji: "🐙",
    avatar: "https://example.org/kate.png",
  });
});

it("skips placeholders in parentheses, also in italics, and empty values", () => {
  expect(
    parseIdentity("- name: (your name)\n- **Vibe:** _(pick one)_\n- emoji:\n- creature: **(what)**"),
  ).toEqual(none);
  expect(parseIdentity("- name: Kate (she)").name).toBe("Kate (she)");
});

it("uses the last value, and ignores a placeholder", () => {
  expect(parseIdentity("- name: A\n- name: B\n- name: (c)").name).toBe("B");
});

it("renders name, emoji and vibe on one line in this order", () => {
  const identity = { ...none, vibe: "warm but sharp", emoji: "🐙", name: "Kate", creature: "octopus" };
  expect(renderIdentity(identity)).toBe("name=Kate, emoji=🐙, vibe=warm but sharp");
  expect(renderIdentity({ ...none, vibe: "calm" })).toBe("vibe=calm");
});

it("renders nothing when none of the three is set", () => {
  expect(renderIdentity({ ...none, creature: "octopus", avatar: "a.png" })).toBeNull();
});

it.each([
  ["- **Name:** **Kate**", "Kate"],
  ["- name: warm and **sharp**", "warm and sharp"],
  ["- name: (quiet) but (loud)", "(quiet) but (loud)"],
  ["- name: *(pick something)*", null],
  ["- **Name:** **(pick)**", null],
  ["- name: (pick (any) one)", null],
  ["- name: snake__case", "snake__case"],
])("reads %s as %s", (line, name) => {
  expect(parseIdentity(line).name).toBe(name);
});
