import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "#shared/model/manifest.ts";
import { type PrefixSegment, stablePrefix } from "./prefix.ts";

/** One token a character makes sums easy to read. */
const count = (text: string) => text.length;

const segment = (id: string, message: number, start: number, end: number): PrefixSegment => ({
  id,
  message,
  range: [start, end],
  tokens: end - start,
});

const system = (content: string): Message => ({ role: "system", content });
const user = (content: string): Message => ({ role: "user", content });

const asks = (path: string): Message => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id: "1", name: "read_file", args: { path } }],
});
const hash = (previous: string, now: string) =>
  stablePrefix({ previous: [system(previous)], current: [system(now)], segments: [], count }).hash;

describe("the stable prefix", () => {
  const segments = [segment("soul", 0, 0, 4), segment("agents", 0, 4, 10), segment("message", 1, 0, 2)];
  const current = [system("soulagents"), user("hi")];

  it("is nothing in the session's first run", () => {
    expect(stablePrefix({ previous: null, current, segments, count })).toMatchObject({
      stableTokens: 0,
      brokenBy: null,
    });
  });

  it("goes up to the first changed byte, in tokens, and names the segment that broke it", () => {
    const previous = [system("soulagXXXX"), user("hi")];
    expect(stablePrefix({ previous, current, segments, count })).toMatchObject({
      stableTokens: 6,
      brokenBy: "agents",
    });
  });

  it("counts only the one partial segment again", () => {
    const counted: string[] = [];
    const previous = [system("soulagXXXX"), user("hi")];
    stablePrefix({ previous, current, segments, count: (text) => counted.push(text) });
    expect(counted).toEqual(["ag"]);
  });

  it("is the whole previous run when the session only went on", () => {
    const previous = [system("soulagents")];
    expect(stablePrefix({ previous, current, segments, count })).toMatchObject({
      stableTokens: 10,
      brokenBy: null,
    });
  });

  it("is broken by a segment that was added in the middle or cut off the end of a message", () => {
    expect(stablePrefix({ previous: [system("soul"), user("hi")], current, segments, count })).toMatchObject({
      stableTokens: 4,
      brokenBy: "agents",
    });
    const shorter = [system("soul"), user("hi")];
    expect(
      stablePrefix({ previous: current, current: shorter, segments: [segment("soul", 0, 0, 4)], count }),
    ).toMatchObject({ stableTokens: 4, brokenBy: "soul" });
  });

  it("is broken by a changed role or a changed tool call", () => {
    const previous: Message[] = [{ role: "user", content: "soulagents" }, user("hi")];
    expect(stablePrefix({ previous, current, segments, count })).toMatchObject({
      stableTokens: 0,
      brokenBy: "soul",
    });
    expect(
      stablePrefix({ previous: [asks("a")], current: [asks("b")], segments: [segment("m", 0, 0, 0)], count }),
    ).toMatchObject({ stableTokens: 0, brokenBy: "m" });
  });

  it("begins with the tool definitions, so that a change there breaks all of it", () => {
    const tools = { id: "tools", message: null, range: null, tokens: 7 };
    const leading = { id: "tools", previous: "[a]", current: "[a]" };
    const all = { previous: current, current, segments: [tools, ...segments], count };
    expect(stablePrefix({ ...all, leading })).toMatchObject({ stableTokens: 19, brokenBy: null });
    expect(stablePrefix({ ...all, leading: { ...leading, current: "[b]" } })).toMatchObject({
      stableTokens: 0,
      brokenBy: "tools",
    });
  });

  it("has the same hash exactly when the stable part is the same", () => {
    expect(hash("abX", "abY")).toBe(hash("abV", "abW"));
    expect(hash("abX", "abY")).not.toBe(hash("acX", "acY"));
  });

  it("finds the first difference wherever it is, and never inside a character", () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.constantFrom("a", "🐙"), (length, last) => {
        const same = "x".repeat(length);
        const now = `${same}${last}`;
        const prefix = stablePrefix({
          previous: [system(`${same}🐘`)],
          current: [system(now)],
          segments: [segment("s", 0, 0, now.length)],
          count,
        });
        expect(prefix).toMatchObject({ stableTokens: length, brokenBy: "s" });
      }),
    );
  });
});
