import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { agent, file, gathered, run, segment, sentText, words } from "../test-gathered.ts";
import type { SourceFile } from "../types.ts";

/** The file as a person sees it, and as the assembler gets it. */
const from = (path: string, whole: string): SourceFile => {
  const { offset } = parseFrontMatter(whole);
  return file(path, whole.slice(offset), { front: whole.slice(0, offset) });
};

const line = "flour, water, salt and a calm hand before dawn\n";
const whole = `<!-- priority: 7 -->\n<!-- tags: code -->\n\n\n# Rye\n\n${line.repeat(40)}`;
const blank = `\n\n  \n# Rye\n${line.repeat(40)}`;

/** What stands before the place of the cut in the file, and what was sent of it. */
const cutOf = (source: SourceFile, text: string, profile: string, fields: object, window = 100_000) => {
  const input = gathered({
    agent: agent({ maxContextTokens: window, maxOutputTokens: 10 }),
    ...(source.role === "memory" ? { memoryFile: source } : { files: [source] }),
  });
  const result = run(input, profile, { profile: { ...fields } });
  const { status, detail } = segment(result.manifest, source.path);
  const at = detail?.cutAt ?? -1;
  return {
    status,
    before: text.slice(0, at),
    line: detail?.cutLine,
    linesBefore: text.slice(0, at).split("\n").length,
    sent: sentText(result, source.path),
  };
};

it.each([
  ["layered", "AGENTS.md", { perFile: 50 }, 100_000],
  ["layered", "AGENTS.md", {}, 200],
  ["layered", "notes.md", { perFile: 50 }, 100_000],
  ["harness", "AGENTS.md", {}, 600],
  ["harness", "MEMORY.md", { injection: { maxContextTokens: 150 } }, 100_000],
  ["persona", "AGENTS.md", { perFile: 333 }, 100_000],
  ["persona", "AGENTS.md", { total: 333 }, 100_000],
  ["persona", "AGENTS.md", {}, 200],
  ["persona", "USER.md", { perFile: 90 }, 200],
  ["persona", "MEMORY.md", { perFile: 333 }, 100_000],
])(
  "%s reports where %s is cut as the user sees it in the file (%j, window %i)",
  (profile, name, fields, window) => {
    for (const text of [whole, blank, whole.replaceAll("\n", "\r\n")]) {
      const cut = cutOf(from(`workspace/${name}`, text), text, profile, fields, window);
      expect(cut.status).toBe("truncated");
      expect(cut.line).toBe(cut.linesBefore);
      // The last words before the place were sent, and the ones that follow it in the file were not.
      const lastWords = cut.before.slice(-12).replaceAll(/\s+/g, " ");
      const sent = cut.sent.replaceAll(/\s+/g, " ");
      expect(sent).toContain(lastWords);
      const kept = text.slice(text.indexOf("# Rye"), cut.before.length).replaceAll(/\s+/g, " ");
      const next = text.slice(cut.before.length, cut.before.length + 20).replaceAll(/\s+/g, " ");
      expect(sent).toContain(kept);
      expect(sent).not.toContain(kept + next);
    }
  },
);

it("gives no place for the line that IDENTITY.md becomes, since the file holds no such line", () => {
  const text = `- name: Kate\n- vibe: ${"x".repeat(400)}`;
  const cut = cutOf(from("workspace/IDENTITY.md", text), text, "persona", { perFile: 100 });
  expect(cut.status).toBe("truncated");
  expect(cut.line).toBeUndefined();
});

it("is after exactly the characters that were kept, for any front matter and any limit", () => {
  const heads = fc.constantFrom("", "\n", "<!-- tags: a -->\n", "<!-- priority: 1 -->\n\n \n", "  \n\n");
  fc.assert(
    fc.property(heads, fc.integer({ min: 1, max: 40 }), (head, perFile) => {
      const body = words(60, "ab\n cd ");
      const source = from("workspace/a.md", head + body);
      const cut = cutOf(source, head + body, "layered", { perFile });
      expect(cut.before).toBe(head + body.slice(0, perFile * 4));
      expect(cut.line).toBe(cut.linesBefore);
    }),
  );
});
