import { describe, expect, it } from "vitest";
import { MAX_SET_CHARS, readSet } from "./read-set.ts";

describe("a question set", () => {
  it("is read as people write it", () => {
    const { set, problems, textOnly } = readSet(
      [
        "title: The shop",
        "repeats: 3",
        "judge: lab/big/one",
        "questions:",
        "  - When does it open?",
        "  - ask: When does it close?",
        "    checks:",
        '      - contains: "18:00"',
        "      - not-contains: sorry",
        "      - matches: '1[78]:00'",
        "      - json: $.at",
        "      - json: { path: $.at, equals: 18 }",
        "      - number: { min: 17, max: 19 }",
        "variants:",
        "  - name: As it is",
        "  - without: [workspace/A.md]",
        "    window: 4096",
        "    model: lab/tiny",
        "    temperature: 0",
      ].join("\n"),
    );
    expect(problems).toEqual([]);
    expect(textOnly).toBeNull();
    expect(set).toMatchObject({
      title: "The shop",
      repeats: 3,
      judge: { provider: "lab", model: "big/one" },
    });
    expect(set.questions[0]).toEqual({ ask: "When does it open?", checks: [] });
    expect(set.questions[1]?.checks.map(({ kind }) => kind)).toEqual([
      "contains",
      "lacks",
      "matches",
      "json",
      "json",
      "number",
    ]);
    expect(set.variants[1]).toEqual({
      name: "Variant 2",
      model: { provider: "lab", model: "tiny" },
      temperature: 0,
      overrides: { window: 4096, files: { "workspace/A.md": { exclude: true } } },
    });
  });

  it("may be a plain list of questions", () => {
    expect(readSet("- One?\n- Two?\n").set.questions.map(({ ask }) => ask)).toEqual(["One?", "Two?"]);
  });

  it("uses the first 2,000 of 10,000 questions and says so", () => {
    const text = Array.from({ length: 10_000 }, (_, at) => `- Question ${at}?`).join("\n");
    const { set, problems } = readSet(text);
    expect(set.questions).toHaveLength(2_000);
    expect(problems[0]?.message).toContain("10000 questions");
  });

  it("says at most 50 problems, and how many more there are", () => {
    const { problems } = readSet(Array.from({ length: 200 }, () => "- {nothing: 1}").join("\n"));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)?.message).toContain("150 more");
  });

  it.each([
    ["too long", "x".repeat(MAX_SET_CHARS + 1)],
    ["nested without end", `questions: ${"[".repeat(50_000)}`],
    ["of aliases", "a: &a [1]\nquestions: [*a, *a]"],
    ["a number", "42"],
    ["empty", ""],
    ["with a list as a key", "? [a, b]\n: 1"],
    ["not YAML", "questions: [a\n b: 'c"],
    ["with the same key twice", "questions: [a]\nquestions: [b]"],
  ])("that is %s is said and not read", (_, text) => {
    const { set, problems } = readSet(text);
    expect(set.questions).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it("is not offered as a form when that would lose comments or what is not understood", () => {
    expect(readSet("# Ours\nquestions: [One?]\n").textOnly).toContain("comments");
    expect(readSet("questions: [One?, 3]\n").textOnly).toContain("not understood");
    expect(readSet("questions: ['What is C# good for?']\n").textOnly).toBeNull();
  });

  it("does not take a key for more than a key", () => {
    const { set, problems } = readSet(
      "questions: [{ask: One?, __proto__: {checks: [1]}}]\n__proto__: {title: x}\n",
    );
    expect(set.title).toBe("");
    expect(problems.length).toBeGreaterThan(0);
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});
