import { expect, it } from "vitest";
import type { TeamActivity, TeamItem, TeamMember } from "#shared/model/team.ts";
import { activityText } from "./activity-list.tsx";

const one = (part: Partial<TeamActivity>): TeamActivity => ({
  id: 1,
  at: "2026-01-01T00:00:00Z",
  member: "a",
  memberName: "Anna",
  what: "accepted",
  item: null,
  proposal: null,
  about: null,
  ...part,
});
const desk = {
  members: [
    { id: "a", name: "Anna" },
    { id: "b", name: "Ben" },
  ] as TeamMember[],
  items: [{ id: "i", path: null, heading: "Ovens", body: "" }] as TeamItem[],
  proposals: null,
};

it("names who did what, and to whom", () => {
  expect(activityText(one({ item: "i" }), desk)).toBe("Anna accepted: Ovens");
  expect(activityText(one({ what: "member.removed", about: "b" }), desk)).toBe("Anna removed Ben");
});

it("has no name for what is gone, and shows a word of a newer server as it is", () => {
  expect(activityText(one({ what: "forgotten", item: "gone" }), desk)).toBe(
    "Anna forgot an item for everyone",
  );
  expect(activityText(one({ member: "gone", memberName: "Carl" }), desk)).toBe("Carl accepted");
  expect(activityText(one({ what: "proposed", member: "x", memberName: "" }), desk)).toBe(
    "Someone who is gone proposed",
  );
  expect(activityText(one({ what: "constructor", member: "x", memberName: "" }), desk)).toBe("constructor");
});
