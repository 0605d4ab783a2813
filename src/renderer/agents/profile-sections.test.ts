import { expect, it } from "vitest";
import { profileSections } from "./profile-sections.ts";

const profile = {
  id: "mine",
  title: "Mine",
  kind: "layered",
  from: "layered",
  builtIn: false,
  layers: [],
  perFile: 20_000,
  compactAt: 0.85,
  pin: ["a.md"],
  history: { maxMessages: null },
  soft: { soul: 2000 },
};

it("makes a field of everything a person may change, whatever the kind of profile", () => {
  const fields = profileSections(profile).flatMap(({ fields: found }) => found);
  expect(fields.map(({ key, kind }) => [key, kind])).toEqual([
    ["title", "text"],
    ["perFile", "count"],
    ["compactAt", "share"],
    ["pin", "lines"],
    ["history.maxMessages", "count"],
    ["soft.soul", "count"],
  ]);
});

it("puts the name first and says in which unit a limit is", () => {
  const { title, ...unnamed } = profile;
  const [general] = profileSections({ ...unnamed, unit: "chars", title });
  expect(general?.fields.map(({ key }) => key)).toEqual(["title", "perFile", "compactAt", "pin"]);
  expect(general?.fields.find(({ key }) => key === "perFile")?.hint).toBe("Characters.");
});
