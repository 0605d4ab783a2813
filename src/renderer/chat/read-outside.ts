import type { Client } from "#shared/contract/index.ts";
import { isPicturePath } from "#shared/model/picture.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { MAX_ATTACHED_BYTES, MAX_ATTACHED_TEXT_BYTES } from "#shared/model/size-limit.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { AttachedFile } from "./attached.ts";
import { readyPicture } from "./shrink-picture.ts";

/** A text file or a document from outside the project, or a sentence that explains why it cannot be attached. */
export const readOutside = async (file: File, client: Client): Promise<AttachedFile | string> => {
  const path = file.name.replaceAll('"', "'");
  if (documentKind(file.name) !== null) return readDocument(file, path, client);
  if (isPicturePath(file.name) || file.type.startsWith("image/")) return readPicture(file, path, client);
  if (file.size > MAX_ATTACHED_TEXT_BYTES) return t.chat.composer.tooLarge(file.name);
  const text = await file.text();
  if (text.includes("\0") || text.includes("\uFFFD")) return t.chat.composer.notText(file.name);
  return { path, text, outside: true };
};

const readDocument = async (file: File, path: string, client: Client): Promise<AttachedFile | string> => {
  if (file.size > MAX_ATTACHED_BYTES) return t.chat.composer.documentTooLarge(file.name);
  const data = base64(new Uint8Array(await file.arrayBuffer()));
  const { text, notice } = await client.call("workspace.attachedDocument", { name: file.name, data });
  if (notice !== null) notify(notice);
  return { path, text, outside: true };
};

const readPicture = async (file: File, path: string, client: Client): Promise<AttachedFile | string> => {
  const ready = await readyPicture(file);
  if (typeof ready === "string") return ready;
  const data = base64(new Uint8Array(await ready.data.arrayBuffer()));
  const { picture } = await client.call("chat.keepPicture", { name: path, data });
  if (ready.note !== null) notify(ready.note);
  // What is pasted is always called the same.
  const isUnnamed = /^image\.\w+$/.test(path);
  return {
    path: isUnnamed ? `${picture.sha256.slice(0, 6)} ${path}` : path,
    text: "",
    outside: true,
    picture,
  };
};

/** A picture of the project, as it would come from outside. */
export const readPictureAt = async (path: string, client: Client): Promise<AttachedFile | string> => {
  const { type, data } = await client.call("workspace.picture", { path, root: "project" });
  const bytes = Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0);
  return readPicture(new File([bytes], path, { type }), path, client);
};

/** In steps, because a call takes a limited number of arguments. */
const base64 = (bytes: Uint8Array): string => {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(""));
};
