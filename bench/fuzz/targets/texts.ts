import { parseFrontMatter } from "../../../src/shared/model/front-matter.ts";
import { parseFileBlocks, renderFileBlock } from "../../../src/shared/model/path-fences.ts";
import { readFileBlocks, fileBlock, withoutTag } from "../../../src/shared/model/tagged-text.ts";
import { hasInvisible, shortPath, visiblePath, visibleText } from "../../../src/shared/model/visible-text.ts";
import { findWikilinks, parseWikilink } from "../../../src/shared/model/wikilink.ts";
import { renderTemplate } from "../../../src/main/context/plan/template.ts";
import { chunkMarkdown } from "../../../src/main/memory/index/chunk-markdown.ts";
import { matchQuery, queryWords, searchable } from "../../../src/main/memory/index/search-text.ts";
import { extractByRules } from "../../../src/main/memory/learn/extract-by-rules.ts";
import { readFlushAnswer } from "../../../src/main/memory/learn/flush-prompt.ts";
import { newBullets, lostShare } from "../../../src/main/memory/dream/consolidate-text.ts";
import { dreamedFacts, dreamedSections } from "../../../src/main/memory/dream/dream-text.ts";
import { conceptTags } from "../../../src/main/memory/recall/concept-tags.ts";
import { withPriority, withTag } from "../../../src/main/workspace/edit-front-matter.ts";
import { parseIdentity } from "../../../src/main/workspace/identity.ts";
import { mendsIn } from "../../../src/main/workspace/links/mend-links.ts";
import { mergeTexts } from "../../../src/main/workspace/merge-texts.ts";
import { relativePath } from "../../../src/main/workspace/path-policy.ts";
import { decodeText, encodeText } from "../../../src/main/workspace/text-format.ts";
import { redact } from "../../../src/main/sessions/redact.ts";
import { promise, type Target } from "../target.ts";

const NOTE = `---
title: "A: b"
tags: [one, "two, three"]
aliases:
  - x
priority: 3
date: 2026-11-17
---
<!-- priority: 10 -->
<!-- tags: code, architecture -->

# Heading

See [[Kyoto#Food|the trip]] and ![[map.png]], [text](./Kyoto.md), \`[[no]]\`.

\`\`\`ts
[[code]]
\`\`\`

- [decision] We use flour from Ana. My name is Bo.
`;

const MARKUP = [
  "---\n",
  "...",
  ":",
  " ",
  "- ",
  "[",
  "]",
  '"',
  "'",
  "#",
  "<!--",
  "-->",
  "priority:",
  "tags:",
  "title:",
  ",",
  "\n",
  "[[",
  "]]",
  "|",
  "![[",
  "`",
  "```",
  "~~~",
  "](",
  ")",
  "\\",
  "# ",
  "> ",
  "*",
  "**",
  "_",
  "|---|",
];

/** The note itself with its front matter read, changed and read again. */
const frontMatter: Target = {
  name: "front-matter",
  words: MARKUP,
  examples: [NOTE],
  run: (text) => {
    const { offset, priority, tags, warnings } = parseFrontMatter(text);
    promise(offset >= 0 && offset <= text.length, "the offset is outside the text");
    promise(priority === null || Number.isSafeInteger(priority), "the priority is not a whole number");
    promise(warnings.length <= 40, "there are too many warnings");
    promise(
      tags.every((tag) => typeof tag === "string"),
      "a tag is not a text",
    );
    const changed = withPriority(text, 7);
    promise(parseFrontMatter(changed).priority === 7, "a priority that was set is not read");
    const body = (whole: string) => whole.slice(parseFrontMatter(whole).offset);
    promise(body(changed).trim() === body(text).trim(), "setting a priority changed the body");
    const shared = withTag(text, "shared");
    promise(parseFrontMatter(shared).tags.includes("shared"), "a tag that was added is not read");
  },
};

const notes: Target = {
  name: "notes",
  words: MARKUP,
  examples: [NOTE],
  run: (text) => {
    for (const { start, end } of findWikilinks(text)) {
      promise(start <= end && end <= text.length, "a link is outside the text");
    }
    parseWikilink(text.slice(0, 2_000));
    mendsIn("a/b.md", text, {
      from: "a/Kyoto.md",
      to: "c/Osaka.md",
      workspace: "",
      resolve: () => "a/Kyoto.md",
    });
    const chunks = [...chunkMarkdown(text, "passages")];
    promise(chunks.length <= text.length + 1, "there are more chunks than characters");
    parseIdentity(text);
    dreamedFacts(text);
    dreamedSections(text);
  },
};

const fences: Target = {
  name: "fences",
  words: ["```", "````", "~~~", "src/a.ts", "../x", "a b.md", "\n", "`", "C:\\x", "/etc", "node.js", " "],
  examples: ["Here:\n\n```src/a.ts\nconst a = 1;\n```\n\nand\n\n~~~b.md\n# x\n~~~\n"],
  run: (text) => {
    for (const { path } of parseFileBlocks(text).files) {
      promise(!path.startsWith("/") && !path.split("/").includes(".."), `a path leads out: ${path}`);
      promise(!hasInvisible(path), "a path has an invisible character");
    }
    const { files } = parseFileBlocks(`${renderFileBlock("dir/file.md", text)}\n`);
    const kept = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    promise(files.length === 1 && files[0]?.text === kept, "a rendered file does not come back");
  },
};

const tagged: Target = {
  name: "tagged-text",
  words: ["<file", "</file>", '<file path="', '">', "&lt;", "<", ">", "\n", "</conversation>", "FILE", '"'],
  examples: ['<file path="a.md">\nbody\n</file>\n\nQuestion'],
  run: (text) => {
    const block = fileBlock("notes.md", text);
    promise(block.split("</file>").length === 2, "the text closes its own tag");
    const { files } = readFileBlocks(`${block}\n\nrest`) as { files: readonly unknown[] };
    promise(files.length === 1, `one file became ${files.length}`);
    readFileBlocks(text);
    promise(!/<\/?conversation[\s>]/i.test(withoutTag(text, "conversation")), "a tag is left");
  },
};

const template: Target = {
  name: "template",
  words: [
    "{{",
    "}}",
    "{{#if a}}",
    "{{else}}",
    "{{/if}}",
    "{{a}}",
    "{{a.b}}",
    "{{memory}}",
    "{{constructor}}",
    "{{__proto__.x}}",
    "\n",
    " ",
    "#if ",
    "user.name",
  ],
  examples: [
    "You are {{agent.name}}.\n{{#if user.name}}\nFor {{user.name}}.\n{{else}}\nHello.\n{{/if}}\n{{memory}}\n",
  ],
  run: (text) => {
    const values = { agent: { name: "Juno" }, user: { name: "{{memory}}" }, memory: "M", a: ["x", 1] };
    const { text: out, memoryRanges } = renderTemplate(text, values);
    promise(!out.includes("[object Object]") && !out.includes("native code"), "a template prints an object");
    for (const [start, end] of memoryRanges) promise(out.slice(start, end) === "M", "memory is elsewhere");
  },
};

const paths: Target = {
  name: "paths",
  words: [
    "..",
    ".",
    "/",
    "\\",
    "%2e",
    "%2E%2e",
    "%25",
    "%",
    "C:",
    "a",
    "~",
    "//",
    "\0",
    "%c0%ae",
    "．．",
    "‥",
  ],
  examples: ["notes/2026/plan.md", "a/../b", "%2e%2e/x"],
  run: (text) => {
    const path = relativePath(text);
    promise(!path.startsWith("/") && !path.split("/").includes(".."), `leads out: ${path}`);
    let decoded = path;
    for (let round = 0; round < 4; round += 1) {
      try {
        decoded = decodeURIComponent(decoded);
      } catch {
        break;
      }
      promise(!decoded.split(/[/\\]/).includes(".."), `leads out when decoded: ${path}`);
    }
  },
};

const shown: Target = {
  name: "shown-text",
  words: [
    "\u202E",
    "\u200B",
    "\u200D",
    "\u0600",
    "\u{E0061}",
    "a",
    "é",
    "👩‍👩‍👧",
    "/",
    ".md",
    "\u00A0",
    "\u2066",
  ],
  examples: ["report-\u202Ecod.hs.run", "workspace/notes/weekly/a-long-name-of-a-file.md"],
  run: (text) => {
    promise(!hasInvisible(visiblePath(text)), "a shown path has an invisible character");
    visibleText(text);
    promise(Array.from(shortPath(text, 40)).length <= 60, "a short path is long");
  },
};

const merges: Target = {
  name: "merges",
  words: ["a\n", "b\n", "c\n", "<<<<<<< mine\n", "=======\n", ">>>>>>> theirs\n", "\n", "x"],
  examples: ["a\nb\nc\nd\n"],
  run: (text) => {
    const lines = text.slice(0, 20_000).split("\n");
    const base = lines.join("\n");
    const mine = lines.map((line, index) => (index % 7 === 3 ? `${line}!` : line)).join("\n");
    const theirs = [...lines.slice(0, 2), "new", ...lines.slice(2)].join("\n");
    promise(mergeTexts(base, mine, base).text === mine, "only one side changed, and it is not taken");
    promise(
      mergeTexts(base, base, theirs).text === theirs,
      "only the other side changed, and it is not taken",
    );
    mergeTexts(base, mine, theirs);
  },
};

const encodings: Target = {
  name: "encodings",
  bytes: true,
  words: [
    "\xEF\xBB\xBF",
    "\xFF\xFE",
    "\xC3\xA9",
    "\xC3",
    "\r\n",
    "\n",
    "\r",
    "a",
    "\x80",
    "\xF0\x9F\x90\x99",
  ],
  examples: ["\xEF\xBB\xBFa\r\nb\r\n", "caf\xC3\xA9\n"],
  run: (text) => {
    const bytes = Buffer.from(text, "latin1");
    const read = decodeText(bytes);
    // Two marks at the beginning become one.
    if (read.kind !== "text" || read.text.startsWith("\uFEFF")) return;
    const again = Buffer.from(encodeText(read.text, read.format));
    const isMixed = /(^|[^\r])\n/.test(read.text) && read.text.includes("\r\n");
    promise(isMixed || again.equals(bytes), "a text that was read and written is another one");
  },
};

/** What a model answers when it is asked what to remember, and what people and models say. */
const learned: Target = {
  name: "learned",
  words: [
    "{",
    "}",
    "[",
    "]",
    '"notes":',
    '"kind":',
    '"text":',
    '"profile":',
    "NO_REPLY",
    "```json\n",
    "```",
    "my name is ",
    "I live in ",
    "remember ",
    "a-a-",
    "a.a.",
    "\n- ",
    ":",
    ",",
    "We decided ",
  ],
  examples: [
    '```json\n{"notes":[{"kind":"decision","text":"We use flour."}],"profile":{"name":"Ana"}}\n```',
    "My name is Ana and I live in Kyoto. Remember that I like tea.",
  ],
  run: (text) => {
    readFlushAnswer(text, []);
    extractByRules([text], []);
    newBullets(text, "- known\n");
    lostShare(text, text.slice(0, text.length >> 1));
    conceptTags(text);
    searchable(text);
    matchQuery(queryWords(text));
    promise(redact(redact(text)) === redact(text), "redacting twice changes the text again");
  },
};

export const textTargets: readonly Target[] = [
  frontMatter,
  notes,
  fences,
  tagged,
  template,
  paths,
  shown,
  merges,
  encodings,
  learned,
];
