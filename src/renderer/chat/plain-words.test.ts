import { describe, expect, it } from "vitest";
import { plainWords } from "./plain-words.ts";

describe("plainWords", () => {
  it("removes the marks and keeps the words", () => {
    const text = "# Bread\n\nIt wants **time** and `salt`.\n\n\n- one\n  * two\n- 3 * 4";
    expect(plainWords(text)).toEqual(["Bread", "It wants time and salt.", "• one\n  • two\n• 3 * 4"]);
  });

  it("keeps code with its lines", () => {
    expect(plainWords("```ts\nconst a = 1;\nlet b;\n```")).toEqual(["ts\nconst a = 1;\nlet b;\n"]);
  });
});
