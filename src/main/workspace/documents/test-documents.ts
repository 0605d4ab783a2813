import { strToU8, zipSync } from "fflate";

/** Small documents as other programs write them, for tests. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

const zip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));

const relations = (entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const types = (overrides: Readonly<Record<string, string>>): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join("")}</Types>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Paragraphs; one that begins with `# ` is a heading. */
export const docxOf = (paragraphs: readonly string[]): Uint8Array =>
  zip({
    "[Content_Types].xml": types({ "/word/document.xml": "wordprocessingml.document.main" }),
    "_rels/.rels": relations([["rId1", "officeDocument", "word/document.xml"]]),
    "word/document.xml": `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${paragraphs
      .map((text) => {
        const style = text.startsWith("# ") ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : "";
        return `<w:p>${style}<w:r><w:t>${escaped(text.replace(/^# /, ""))}</w:t></w:r></w:p>`;
      })
      .join("")}</w:body></w:document>`,
    "word/styles.xml": `${HEAD}<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/_rels/document.xml.rels": relations([["rId1", "styles", "styles.xml"]]),
  });

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

export type Cells = readonly (readonly (string | number)[])[];

export const xlsxOf = (sheets: Readonly<Record<string, Cells | string>>): Uint8Array => {
  const names = Object.keys(sheets);
  const sheetXml = (cells: Cells | string) =>
    typeof cells === "string" ? cells : cells.map((row, at) => rowXml(row, at + 1)).join("");
  return zip({
    "[Content_Types].xml": types({ "/xl/workbook.xml": "spreadsheetml.sheet.main" }),
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      names.map((_, at) => [`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`] as const),
    ),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${HEAD}<worksheet xmlns="${SHEET}"><sheetData>${sheetXml(sheets[name] ?? [])}</sheetData></worksheet>`,
      ]),
    ),
  });
};

const rowXml = (row: readonly (string | number)[], number: number): string =>
  `<row r="${number}">${row
    .map((cell, at) => {
      const place = `${String.fromCharCode(65 + at)}${number}`;
      return typeof cell === "number"
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    })
    .join("")}</row>`;

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const SHOW = "http://schemas.openxmlformats.org/presentationml/2006/main";

/** The show runs in this order, though the parts are numbered in reverse. */
export const pptxOf = (
  slides: readonly { readonly lines: readonly string[]; readonly notes?: string }[],
): Uint8Array => {
  const part = (at: number) => slides.length - at;
  const text = (lines: readonly string[]) =>
    `<p:sld xmlns:p="${SHOW}" xmlns:a="${DRAWING}">${lines
      .map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`)
      .join("")}</p:sld>`;
  return zip({
    "[Content_Types].xml": types({ "/ppt/presentation.xml": "presentationml.presentation.main" }),
    "_rels/.rels": relations([["rId1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `${HEAD}<p:presentation xmlns:p="${SHOW}" xmlns:r="${OFFICE}"><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
      .join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      slides.map((_, at) => [`rId${at + 1}`, "slide", `slides/slide${part(at)}.xml`] as const),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ lines, notes }, at) => [
        [`ppt/slides/slide${part(at)}.xml`, HEAD + text(lines)],
        ...(notes === undefined
          ? []
          : [
              [
                `ppt/slides/_rels/slide${part(at)}.xml.rels`,
                relations([["rId9", "notesSlide", `../notesSlides/notes${part(at)}.xml`]]),
              ],
              [`ppt/notesSlides/notes${part(at)}.xml`, HEAD + text([notes])],
            ]),
      ]),
    ),
  });
};

export type PdfOptions = {
  /** Content of the first page instead, as a stream that was deflated. */
  readonly deflated?: Uint8Array;
  /** Locked with an unknown password. */
  readonly locked?: boolean;
};

/** Each line of a page's text is a line on it. */
export const pdfOf = (
  pages: readonly string[],
  { deflated, locked = false }: PdfOptions = {},
): Uint8Array => {
  const content = (text: string) => {
    const lines = text.split("\n").map((line) => `(${line}) Tj`);
    return Buffer.from(`BT /F1 12 Tf 72 720 Td ${lines.join(" 0 -14 Td ")} ET`, "latin1");
  };
  const stream = (bytes: Uint8Array, filter = "") =>
    Buffer.concat([
      Buffer.from(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
      bytes,
      Buffer.from("\nendstream"),
    ]);
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects: (string | Buffer)[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      at === 0 && deflated ? stream(deflated, " /Filter /FlateDecode") : stream(content(text)),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    size += bytes.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(size);
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const key = "41".repeat(32);
  const lock = locked
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<${key}> <${key}>]`
    : "";
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};
