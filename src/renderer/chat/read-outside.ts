import { t } from "../ui/messages/index.ts";
import type { AttachedFile } from "./attached.ts";

/** A larger file belongs in the project. */
const MAX_BYTES = 1_000_000;

/** A text file from outside the project, or a sentence that explains why it cannot be attached. */
export const readOutside = async (file: File): Promise<AttachedFile | string> => {
  if (file.size > MAX_BYTES) return t.chat.composer.tooLarge(file.name);
  const text = await file.text();
  if (text.includes("\0") || text.includes("\uFFFD")) return t.chat.composer.notText(file.name);
  return { path: file.name.replaceAll('"', "'"), text, outside: true };
};
