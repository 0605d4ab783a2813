import { MAX_ATTACHED_BYTES } from "#shared/model/size-limit.ts";
import { bytesText } from "#shared/model/number-text.ts";
import { Failure } from "#shared/contract/index.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { sha256 } from "../read-file.ts";
import { cutWarning, problemReason } from "./document-warnings.ts";
import type { Documents } from "./documents.ts";

/** A document that is attached to a message from outside the project: its text, and what is not in it. */
export const readAttachedDocument = async (
  documents: Documents,
  name: string,
  data: string,
): Promise<{ readonly text: string; readonly notice: string | null }> => {
  const kind = documentKind(name);
  if (kind === null) throw new Failure("not-a-document", `${name} is not a PDF, DOCX, XLSX or PPTX file.`);
  const bytes = Buffer.from(data, "base64");
  if (bytes.length > MAX_ATTACHED_BYTES) {
    throw new Failure(
      "document-too-large",
      `${name} is too large to attach. The limit is ${bytesText(MAX_ATTACHED_BYTES)}.`,
    );
  }
  const reply = await documents.read(kind, new Uint8Array(bytes), sha256(bytes));
  if ("problem" in reply) {
    throw new Failure(reply.problem, `${name} ${problemReason(reply.problem)}. It is not attached.`);
  }
  const { document } = reply;
  return { text: document.text, notice: document.cut ? cutWarning(name, kind, document).message : null };
};
