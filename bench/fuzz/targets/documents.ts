import { DocumentError } from "../../../src/main/workspace/documents/document-text.ts";
import { docxText } from "../../../src/main/workspace/documents/docx-text.ts";
import { pdfText } from "../../../src/main/workspace/documents/pdf-text.ts";
import { pptxText } from "../../../src/main/workspace/documents/pptx-text.ts";
import { readZip, storedZip } from "../../../src/main/workspace/documents/read-zip.ts";
import { docxOf, pdfOf, pptxOf, xlsxOf } from "../../../src/main/workspace/documents/test-documents.ts";
import { xlsxText } from "../../../src/main/workspace/documents/xlsx-text.ts";
import type { Target } from "../target.ts";

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** A document that cannot be read says so; these run in a worker with limits of its own. */
const orBroken = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof DocumentError) return;
    throw error;
  }
};

const ZIP = [
  "PK\x03\x04",
  "PK\x01\x02",
  "PK\x05\x06",
  "\0",
  "\xFF\xFF\xFF\xFF",
  "\x14\0",
  "\x08\0",
  "word/document.xml",
  "__proto__",
  "../x",
];
const XML = [
  "<w:p>",
  "</w:p>",
  "<w:t>",
  "</w:t>",
  "<a:t>",
  "</a:t>",
  "<",
  ">",
  "&amp;",
  "&#x0;",
  "&x;",
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  "<![CDATA[",
  "]]>",
  '<c r="A1" t="s">',
  "<v>",
  "</v>",
  "</c>",
  "<row>",
  "A",
  "1048577",
  "XFE1",
];

const zip: Target = {
  name: "zip-listing",
  bytes: true,
  words: ZIP,
  examples: [latin(docxOf(["One", "Two"])), latin(pptxOf([{ lines: ["Slide"] }]))],
  run: (text) => orBroken(() => storedZip(readZip(bytesOf(text), /./))),
};

const word: Target = {
  name: "docx",
  bytes: true,
  words: [...XML, ...ZIP],
  examples: [latin(storedZip(readZip(docxOf(["One <b>", "Two"]), /./)))],
  run: (text) => orBroken(() => docxText(bytesOf(text))),
};

const slides: Target = {
  name: "pptx",
  bytes: true,
  words: [...XML, ...ZIP],
  examples: [latin(storedZip(readZip(pptxOf([{ lines: ["Slide"] }]), /./)))],
  run: (text) => orBroken(() => pptxText(bytesOf(text))),
};

const sheets: Target = {
  name: "xlsx",
  bytes: true,
  words: [...XML, ...ZIP],
  examples: [
    latin(
      storedZip(
        readZip(
          xlsxOf({
            One: [
              ["a", 1],
              ["b", 2],
            ],
          }),
          /./,
        ),
      ),
    ),
  ],
  run: (text) => orBroken(() => xlsxText(bytesOf(text))),
};

const pages: Target = {
  name: "pdf",
  bytes: true,
  words: [
    "obj",
    "endobj",
    "<<",
    ">>",
    "/Type",
    "/Page",
    "stream\n",
    "endstream",
    "xref",
    "trailer",
    "%%EOF",
    "1 0 R",
    "(a)",
    "Tj",
    "BT",
    "ET",
    "[",
    "]",
    "999999999",
  ],
  examples: [latin(pdfOf(["One page"]))],
  run: (text) => orBroken(() => pdfText(bytesOf(text))),
};

export const documentTargets: readonly Target[] = [zip, word, slides, sheets, pages];
