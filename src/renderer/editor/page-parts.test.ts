import { describe, expect, it } from "vitest";
import { pageParts } from "./page-parts.ts";

describe("pageParts", () => {
  it("leaves a short text in one part", () => {
    expect(pageParts("a\n\nb\n\nc", 20)).toEqual(["a\n\nb\n\nc"]);
  });

  it("splits at blank lines and loses nothing", () => {
    const text = Array.from({ length: 50 }, (_, index) => `# ${index}\n\nText ${index}.`).join("\n\n");
    const parts = pageParts(text, 100);
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.join("")).toBe(text);
    for (const part of parts.slice(1)) expect(part).toMatch(/^\n/);
  });

  it("never splits a block of code", () => {
    const code = `~~~~md\n${"one\n\n```\n\n".repeat(40)}~~~~\n`;
    const parts = pageParts(`before\n\n${code}\nafter\n\nend`, 50);
    expect(parts.some((part) => part.includes(code))).toBe(true);
    expect(parts.length).toBeGreaterThan(1);
  });

  it("splits a text without blank lines at any line", () => {
    const text = "one line\n".repeat(100);
    const parts = pageParts(text, 50);
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.join("")).toBe(text);
    for (const part of parts) expect(part).toMatch(/^one line\n/);
  });
});
