import { getDocumentProxy } from "unpdf";
import { DocumentError, type DocumentText, TextCollector } from "./document-text.ts";

/** More pages are left out. */
const MAX_PAGES = 5_000;

export const pdfText = async (bytes: Uint8Array): Promise<DocumentText> => {
  const pdf = await openPdf(bytes);
  const collected = new TextCollector();
  let read = 0;
  let hasText = false;
  for (let page = 1; page <= Math.min(pdf.numPages, MAX_PAGES); page++) {
    const text = await pageText(pdf, page);
    hasText ||= text.trim() !== "";
    read = page;
    if (!collected.add(`# Page ${page}\n\n${text}`)) break;
  }
  if (!hasText) throw new DocumentError("document-no-text");
  return {
    text: collected.text(),
    parts: pdf.numPages,
    read,
    cut: collected.cut || read < pdf.numPages,
  };
};

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const openPdf = async (bytes: Uint8Array): Promise<Pdf> => {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new DocumentError(isLocked ? "document-encrypted" : "document-broken", error);
  }
};

/** A page that cannot be read is empty; the others are read all the same. */
const pageText = async (pdf: Pdf, number: number): Promise<string> => {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  } catch {
    return "";
  }
};
