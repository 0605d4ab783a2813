import { describe, expect, it } from "vitest";
import { IDLE_CHANGES, withIdleChange } from "./idle-changes.ts";

const changed = (question: string) =>
  Array.from({ length: IDLE_CHANGES }, (_, change) =>
    withIdleChange(
      [
        { role: "system", content: "Be kind." },
        { role: "user", content: question },
      ],
      change,
    ).map(({ content }) => content),
  );

describe("changes without a meaning", () => {
  it("change nothing but the white space of the last message, each in its own way", () => {
    const all = changed("What colour is the door?");
    expect(new Set(all.map((each) => each[1])).size).toBe(IDLE_CHANGES);
    for (const [system, question] of all) {
      expect(system).toBe("Be kind.");
      expect(question).not.toBe("What colour is the door?");
      expect(question?.split(/\s+/).filter(Boolean).join(" ")).toBe("What colour is the door?");
    }
  });

  it("are there too where a template cuts white space off around a message", () => {
    const trimmed = changed("What colour?").filter((each) => each[1]?.trim() !== "What colour?");
    expect(trimmed).toHaveLength(2);
  });

  it("are there for a message of one word", () => {
    for (const [, question] of changed("Why?")) expect(question).not.toBe("Why?");
  });
});
