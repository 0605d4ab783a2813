import { expect, it } from "vitest";
import type { ProfileField } from "#shared/model/profile.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { profileSections } from "./profile-sections.ts";

const field = (key: string, input: ProfileField["input"], optional = false): ProfileField => ({
  key,
  input,
  optional,
  least: input === "count" ? 1 : null,
});

const profile = testProfile({
  id: "mine",
  title: "Mine",
  perFile: 20_000,
  compactAt: 0.85,
  pin: ["a.md"],
  soft: { soul: 2000 },
  rules: {
    ...testProfile().rules,
    fields: [
      field("pin", "lines"),
      field("history.maxMessages", "count", true),
      field("soft.soul", "count"),
      field("compactAt", "share"),
      field("perFile", "count"),
      field("title", "text"),
    ],
  },
});

it("creates a field for everything a user may change, for every kind of profile", () => {
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

it("puts the name first and shows the unit of a limit", () => {
  const [general] = profileSections({ ...profile, unit: "chars" });
  expect(general?.fields.map(({ key }) => key)).toEqual(["title", "perFile", "compactAt", "pin"]);
  expect(general?.fields.find(({ key }) => key === "perFile")?.hint).toBe("Characters.");
});
