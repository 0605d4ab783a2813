import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { deriveProfile, resolveProfile, validateProfile } from "./resolve-profile.ts";

const failureOf = (call: () => unknown): Failure => {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("It did not fail.");
};
const problemWith = (changes: Record<string, unknown>, from = "layered") =>
  failureOf(() => deriveProfile({ id: "mine", from, ...changes }, [])).message;

describe("limits that contradict each other", () => {
  it("are refused when both were set on purpose, naming both", () => {
    expect(problemWith({ perFile: 500, total: 100 })).toContain("perFile (500) is larger than total (100)");
    expect(problemWith({ perFile: 500, total: 100 }, "persona")).toContain("perFile (500)");
    const both = { profile: { perFile: 500, total: 100 } };
    expect(failureOf(() => resolveProfile("layered", [], both)).code).toBe("profile-invalid");
  });

  it("are fine when one of them merely follows from the shipped value", () => {
    const small = { perFile: 20_000, total: 1_000 };
    expect(deriveProfile({ id: "mine", from: "layered", total: 1_000 }, [])).toMatchObject(small);
    // A saved profile is stored whole, the shipped values it did not change included.
    expect(deriveProfile({ id: "mine", from: "layered", ...small }, [])).toMatchObject(small);
    const large = { perFile: 200_000, total: 150_000 };
    expect(resolveProfile("layered", [], { profile: { perFile: 200_000 } }).data).toMatchObject(large);
  });

  it("are compared with what the profile it is derived from says", () => {
    const base = { id: "base", from: "layered", perFile: 300, total: 400 };
    const derived = { id: "mine", from: "base", perFile: 300, total: 200 };
    expect(deriveProfile(derived, [base])).toMatchObject({ perFile: 300, total: 200 });
    const failure = failureOf(() => deriveProfile({ ...derived, perFile: 350 }, [base]));
    expect(failure.message).toContain("perFile (350) is larger than total (200)");
  });
});

describe("a limit that makes no sense", () => {
  it.each([
    ["layered", { perFile: -1 }, "perFile"],
    ["layered", { perFile: 0 }, "perFile"],
    ["layered", { total: 1.5 }, "total"],
    ["layered", { memoryTokens: -1 }, "memoryTokens"],
    ["layered", { history: { maxTokens: -5 } }, "history.maxTokens"],
    ["layered", { soft: { soul: 0 } }, "soft.soul"],
    ["harness", { injection: { maxContextTokens: -8 } }, "injection.maxContextTokens"],
    ["persona", { total: "many" }, "total"],
    ["snapshot", { maxFiles: -48 }, "maxFiles"],
    ["snapshot", { maxChars: 0 }, "maxChars"],
    ["snapshot", { reservedOutput: -1 }, "reservedOutput"],
    ["persona", { compactAt: 0 }, "compactAt"],
  ])("is refused and named: %s %j", (from, changes, named) => {
    expect(problemWith(changes, from)).toContain(`${named}: `);
  });
});

describe("layers", () => {
  it.each([
    [{ layers: [{ id: "dreams", role: "system" }] }, 'there is no layer "dreams"'],
    [{ layers: [{ id: "soul", role: "system" }] }, '"files" is not in the list'],
    [
      {
        layers: ["soul", "soul", "files", "system", "memory"].map((id) => ({ id, role: "system" })),
      },
      '"soul" is listed twice',
    ],
    [
      {
        layers: ["soul", "files", "system", "memory"].map((id) => ({
          id,
          role: id === "files" ? "user" : "system",
        })),
      },
      '"files" must have the role system',
    ],
  ])("cannot be unknown, lost, doubled or sent as somebody else: %j", (changes, problem) => {
    expect(problemWith(changes)).toContain(problem);
  });

  it("without a budget cannot be given one, and the failure names those that can", () => {
    const failure = failureOf(() => resolveProfile("layered", [], { layers: { dreams: 5 } }));
    expect(failure).toMatchObject({ code: "layer-without-budget", detail: { layer: "dreams" } });
    expect(resolveProfile("layered", [], { layers: { files: 5 } }).data).toMatchObject({ total: 5 });
    expect(resolveProfile("harness", [], { layers: { memory: 5 } }).budget("memory")).toBe(5);
  });
});

describe("derivation", () => {
  it("merges fields of a field, replaces lists, and takes names with dots", () => {
    const base = { id: "base", from: "layered", history: { maxMessages: 9 }, pin: ["a.md"] };
    const own = deriveProfile({ id: "mine", from: "base", "history.maxChars": 70, pin: ["b.md"] }, [base]);
    expect(own.history).toEqual({ maxMessages: 9, maxChars: 70, maxTokens: null });
    expect(own.pin).toEqual(["b.md"]);
  });

  it("is refused in a circle, from nothing, and from what is not there", () => {
    const circle = [
      { id: "a", from: "b" },
      { id: "b", from: "a" },
    ];
    expect(failureOf(() => resolveProfile("a", circle)).message).toContain("derived from itself");
    expect(failureOf(() => resolveProfile("a", [{ id: "a" }])).code).toBe("profile-invalid");
    expect(failureOf(() => resolveProfile("a", [{ id: "a", from: "gone" }])).code).toBe("profile-unknown");
  });

  it("of a file says what is wrong with it instead of failing", () => {
    expect(validateProfile([])).toEqual({ problem: "A profile is an object." });
    expect(validateProfile({ id: "mine", from: "layered", perFile: -1 })).toEqual({
      problem: expect.stringContaining("perFile"),
    });
    expect(validateProfile({ id: "mine", from: "layered" })).toMatchObject({ profile: { id: "mine" } });
  });
});
