import { describe, expect, it } from "vitest";
import type { LayerId } from "#shared/model/layer.ts";
import type { Message, Segment } from "#shared/model/manifest.ts";
import { cutSections } from "./cut-sections.ts";
import { leaveOut } from "./leave-out.ts";
import { allParts, partTree } from "./part-tree.ts";

const segment = (
  id: string,
  layer: LayerId,
  message: number | null,
  range: [number, number] | null,
): Segment => ({
  id,
  layer,
  source: `workspace/${id}.md`,
  role: "system",
  raw: { tokens: 10, chars: 40 },
  sent: { tokens: 10, chars: 40 },
  removed: 0,
  status: "included",
  reason: null,
  sha256: "",
  message,
  range,
});

/** One system message made of texts, and a question. */
const promptOf = (texts: readonly string[]) => {
  let content = "";
  const segments = texts.map((text, index) => {
    const from = content.length;
    content += `${text}\n\n`;
    return segment(`f${index}`, "files", 0, [from, from + text.length]);
  });
  const messages: Message[] = [
    { role: "system", content },
    { role: "user", content: "Why?" },
  ];
  return { messages, segments: [...segments, segment("q", "message", 1, [0, 4])] };
};

describe("the parts of a prompt", () => {
  it("has every text that was sent once, except the question", () => {
    const { messages, segments } = promptOf(Array.from({ length: 40 }, (_, at) => `Text ${at}`));
    const leaves = allParts(partTree(messages, segments)).filter(({ children }) => children.length === 0);
    expect(leaves.map(({ segments: [id] }) => id)).toEqual(
      segments.filter(({ layer }) => layer === "files").map(({ id }) => id),
    );
    const without = leaveOut(
      messages,
      leaves.flatMap(({ cuts }) => cuts),
    );
    expect(without).toEqual([{ role: "user", content: "Why?" }]);
  });

  it("groups a long row of neighbours, so that none has more than a few", () => {
    const { messages, segments } = promptOf(Array.from({ length: 1000 }, (_, at) => `Text ${at}`));
    const parts = allParts(partTree(messages, segments));
    expect(Math.max(...parts.map(({ children }) => children.length))).toBeLessThanOrEqual(5);
    expect(parts.filter(({ kind }) => kind === "file")).toHaveLength(1000);
  });

  it("leaves a part out exactly, with what is around it", () => {
    const { messages, segments } = promptOf(["One", "Two", "Three"]);
    const [files] = partTree(messages, segments);
    const two = files?.children[1];
    expect(leaveOut(messages, two?.cuts ?? [])[0]?.content).toBe("One\n\n\n\nThree\n\n");
  });

  it("keeps what another part has inside it", () => {
    const messages: Message[] = [
      { role: "system", content: "Before. [memory] After." },
      { role: "user", content: "Why?" },
    ];
    const segments = [segment("prompt", "system", 0, [0, 23]), segment("memory", "memory", 0, [8, 16])];
    const tree = partTree(messages, segments);
    const prompt = tree.find(({ id }) => id === "prompt");
    expect(leaveOut(messages, prompt?.cuts ?? [])[0]?.content).toBe("[memory]");
    const memory = tree.find(({ id }) => id === "memory");
    expect(leaveOut(messages, memory?.cuts ?? [])[0]?.content).toBe("Before.  After.");
  });

  it("keeps a message that calls a tool, and the answer to it, without their words", () => {
    const messages: Message[] = [
      { role: "assistant", content: "Let me look.", toolCalls: [{ id: "c", name: "read_file", args: {} }] },
      { role: "tool", content: "The text.", toolCallId: "c" },
      { role: "user", content: "Why?" },
    ];
    const cuts = [
      { message: 0, from: 0, to: 12 },
      { message: 1, from: 0, to: 9 },
    ];
    expect(leaveOut(messages, cuts).map(({ role, content }) => [role, content])).toEqual([
      ["assistant", ""],
      ["tool", ""],
      ["user", "Why?"],
    ]);
  });

  it("cuts a long file into its sections: by headings, otherwise by paragraphs", () => {
    const long = "word ".repeat(60);
    const headed = `# A\n${long}\n## B\n${long}\n### C\n${long}`;
    expect(cutSections(headed).map(({ title }) => title)).toEqual(["A", "B", "C"]);
    const plain = `First ${long}\n\nSecond ${long}\n \nThird ${long}`;
    const sections = cutSections(plain);
    expect(sections.map(({ title }) => title.slice(0, 6).trim())).toEqual(["First", "Second", "Third"]);
    expect(sections.map(({ from, to }) => plain.slice(from, to)).join("")).toBe(plain);
    expect(cutSections("# A\nshort\n# B\nshort")).toEqual([]);
    expect(cutSections("#\n".repeat(10_000)).length).toBeLessThanOrEqual(64);
  });
});
