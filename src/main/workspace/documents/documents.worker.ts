import { parentPort } from "node:worker_threads";
import { answerRequests } from "../../base/answer-requests.ts";
import type { DocumentReply, DocumentRequest } from "./document-messages.ts";
import type { DocumentKind } from "#shared/model/document-kind.ts";
import { DocumentError, type DocumentText } from "./document-text.ts";

/** Reads documents one at a time; the other side ends it when it takes too long or too much. */

/** No single array may be larger, in bytes: memory of arrays is not counted to the heap's limit. */
const MAX_ARRAY_BYTES = 128 * 1024 * 1024;

/** Whether the document that is being read asked for more; its reader may have caught the error. */
let isTooLarge = false;

/** A stream in a PDF can inflate to a thousand times its size, and its reader has no limit of its own. */
const limitArrays = (): void => {
  const construct = (target: Uint8ArrayConstructor, given: unknown[], newTarget: Uint8ArrayConstructor) => {
    if (typeof given[0] === "number" && given[0] > MAX_ARRAY_BYTES) {
      isTooLarge = true;
      throw new RangeError("An array is too large.");
    }
    return Reflect.construct(target, given, newTarget) as Uint8Array;
  };
  globalThis.Uint8Array = new Proxy(Uint8Array, { construct: construct as never });
};
limitArrays();

/** Each reader is loaded when its first document comes. */
const readers: Readonly<Record<DocumentKind, (bytes: Uint8Array) => Promise<DocumentText>>> = {
  pdf: async (bytes) => (await import("./pdf-text.ts")).pdfText(bytes),
  docx: async (bytes) => (await import("./docx-text.ts")).docxText(bytes),
  xlsx: async (bytes) => (await import("./xlsx-text.ts")).xlsxText(bytes),
  pptx: async (bytes) => (await import("./pptx-text.ts")).pptxText(bytes),
};

answerRequests<DocumentRequest, DocumentReply>(parentPort, async ({ kind, bytes }) => {
  isTooLarge = false;
  try {
    const document = await readers[kind](bytes);
    return isTooLarge ? { problem: "document-too-large" } : { document };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.problem };
    // Whatever a reader trips over is a property of the document.
    return { problem: isTooLarge ? "document-too-large" : "document-broken" };
  }
});
