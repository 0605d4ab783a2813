import { deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { DocumentReader } from "./document-reader.ts";
import type { DocumentKind } from "#shared/model/document-kind.ts";
import { docxOf, pdfOf, pptxOf, xlsxOf } from "./test-documents.ts";

const reader = new DocumentReader();
afterAll(() => reader.close());

const textOf = async (kind: DocumentKind, bytes: Uint8Array): Promise<string> => {
  const reply = await reader.read(kind, bytes);
  return "document" in reply ? reply.document.text : reply.problem;
};

describe("text of a document", () => {
  it("has the pages of a PDF under their numbers", async () => {
    const reply = await reader.read("pdf", pdfOf(["Rent is due on the first.", "Second page"]));
    expect(reply).toEqual({
      document: {
        text: "# Page 1\n\nRent is due on the first.\n\n# Page 2\n\nSecond page\n",
        parts: 2,
        read: 2,
        cut: false,
      },
    });
  });

  it("has the headings and paragraphs of a DOCX, with what looks like markup as text", async () => {
    expect(await textOf("docx", docxOf(["# Lease", "Two rooms & <b>a garden</b>"]))).toBe(
      "# Lease\n\nTwo rooms & <b>a garden</b>\n",
    );
  });

  it("has the rows of each sheet of an XLSX under its name", async () => {
    const bytes = xlsxOf({
      Costs: [
        ["Flour", 12.5],
        ["Salt", 3],
      ],
      Notes: [["Paid"]],
    });
    expect(await textOf("xlsx", bytes)).toBe(
      "# Sheet Costs\n\nFlour | 12.5\nSalt | 3\n\n# Sheet Notes\n\nPaid\n",
    );
  });

  it("has the slides of a PPTX in the order of the show, with the speaker's notes", async () => {
    const bytes = pptxOf([{ lines: ["Opening", "A & B"], notes: "Smile" }, { lines: ["The end"] }]);
    expect(await textOf("pptx", bytes)).toBe(
      "# Slide 1\n\nOpening\nA & B\n\nNotes: Smile\n\n# Slide 2\n\nThe end\n",
    );
  });

  it("has no control characters", async () => {
    const text = await textOf("pdf", pdfOf(["before\\000after"]));
    expect(text).toMatch(/before.?after/);
    // oxlint-disable-next-line no-control-regex -- they are what must not be there.
    expect(text).not.toMatch(/[\u0000-\u0008]/);
  });
});

describe("a document that cannot be read", () => {
  it("is said to be locked, as PDF and as Office file", async () => {
    expect(await textOf("pdf", pdfOf(["secret"], { locked: true }))).toBe("document-encrypted");
    const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);
    for (const kind of ["docx", "xlsx", "pptx"] as const)
      expect(await textOf(kind, ole)).toBe("document-encrypted");
  });

  it("is said to be damaged", async () => {
    for (const kind of ["pdf", "docx", "xlsx", "pptx"] as const) {
      expect(await textOf(kind, Buffer.from("not at all"))).toBe("document-broken");
      expect(await textOf(kind, zipSync({ "other.txt": strToU8("hello") }))).toBe("document-broken");
    }
  });

  it("is said to hold no text", async () => {
    expect(await textOf("pdf", pdfOf([""]))).toBe("document-no-text");
    expect(await textOf("pptx", pptxOf([{ lines: [] }]))).toBe("document-no-text");
  });

  it("is refused by its sizes before a zip bomb is inflated", async () => {
    const bomb = zipSync({ "word/document.xml": new Uint8Array(40 * 1024 * 1024) }, { level: 1 });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await textOf("docx", bomb)).toBe("document-too-large");
  });

  it("cannot become larger than it says by lying about its size", async () => {
    const bomb = Buffer.from(
      zipSync({ "ppt/presentation.xml": new Uint8Array(40 * 1024 * 1024) }, { level: 1 }),
    );
    // The size before compression, in the list at the end of the file.
    bomb.writeUInt32LE(1000, bomb.lastIndexOf(Buffer.from("PK\u0001\u0002")) + 24);
    expect(await textOf("pptx", bomb)).toBe("document-broken");
  });

  it("is refused when one cell of a sheet stands a million rows away", async () => {
    const bytes = xlsxOf({ Far: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' });
    expect(await textOf("xlsx", bytes)).toBe("document-too-large");
  });

  it("is bounded when a sheet has a million cells, and the next one is read", async () => {
    const columns = Array.from({ length: 1000 }, (_, at) => nameOfColumn(at));
    const rows = Array.from(
      { length: 1000 },
      (_, row) =>
        `<row r="${row + 1}">${columns.map((column) => `<c r="${column}${row + 1}"><v>${row}</v></c>`).join("")}</row>`,
    );
    const reply = await reader.read("xlsx", xlsxOf({ Many: rows.join("") }));
    // Read, or ended by its limits: never more text than is used of any document.
    const chars = "document" in reply ? reply.document.text.length : 0;
    expect(chars).toBeLessThanOrEqual(MAX_EDITABLE_BYTES);
    const problem = "problem" in reply ? reply.problem : null;
    expect([null, "document-too-large", "document-too-slow"]).toContain(problem);
    expect(await textOf("xlsx", xlsxOf({ Few: [["Barrow", 89]] }))).toContain("Barrow");
  });

  it("is ended when a stream of a PDF inflates without measure", async () => {
    // A page of blanks: nothing in it is text, so only its size speaks against it.
    const deflated = deflateSync(Buffer.alloc(140 * 1024 * 1024, " "), { level: 1 });
    expect(await textOf("pdf", pdfOf(["bomb", "after"], { deflated }))).toBe("document-too-large");
    expect(await textOf("pdf", pdfOf(["the next one is read"]))).toContain("the next one is read");
  });

  it("is ended when it takes too long, and the next one is read", async () => {
    const hasty = new DocumentReader({ maxMs: 1 });
    try {
      expect(await hasty.read("pdf", pdfOf(Array.from({ length: 500 }, () => "slow")))).toEqual({
        problem: "document-too-slow",
      });
    } finally {
      await hasty.close();
    }
  });
});

describe("a damaged document", () => {
  it("never ends anything but itself, wherever its bytes are wrong", async () => {
    const whole = {
      pdf: pdfOf(["One", "Two"]),
      docx: docxOf(["# Lease", "Two rooms"]),
      xlsx: xlsxOf({ Costs: [["Flour", 1]] }),
      pptx: pptxOf([{ lines: ["Opening"], notes: "Smile" }]),
    };
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (const kind of ["pdf", "docx", "xlsx", "pptx"] as const) {
      for (let round = 0; round < 60; round++) {
        const bytes = Buffer.from(whole[kind]);
        for (let hit = 0; hit < 1 + random(8); hit++) bytes[random(bytes.length)] = random(256);
        const reply = await reader.read(kind, bytes.subarray(0, 1 + random(bytes.length)));
        expect("document" in reply || reply.problem.startsWith("document-")).toBe(true);
      }
    }
    expect(await textOf("docx", whole.docx)).toBe("# Lease\n\nTwo rooms\n");
  });
});

/** `A`, `B` … `Z`, `AA` … */
const nameOfColumn = (at: number): string =>
  (at < 26 ? "" : nameOfColumn(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
