import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import { Failure } from "#shared/contract/index.ts";
import type { PictureType } from "#shared/contract/workspace.ts";
import { readBytes } from "./read-file.ts";
import type { Target } from "./roots.ts";

/** A picture and its kind, which is read from the bytes, whatever the file is called. */
export const readPicture = async (target: Target): Promise<{ type: PictureType; bytes: Buffer }> => {
  const { path } = target;
  if (target.bytes > MAX_PICTURE_BYTES) throw tooLarge(path);
  const bytes = await readBytes(target);
  if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge(path);
  const type = pictureType(bytes);
  if (type === null) {
    throw new Failure("not-a-picture", `${path} is not a picture that can be shown.`, { path });
  }
  return { type, bytes };
};

const tooLarge = (path: string): Failure =>
  new Failure("file-too-large", `${path} is larger than ${bytesText(MAX_PICTURE_BYTES)} and is not shown.`, {
    path,
  });

const pictureType = (bytes: Buffer): PictureType | null => {
  const head = bytes.subarray(0, 16).toString("latin1");
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return "image/webp";
  if (/^[\s\S]{4}ftypavi[fs]/.test(head)) return "image/avif";
  if (head.startsWith("BM")) return "image/bmp";
  if (head.startsWith("\u0000\u0000\u0001\u0000")) return "image/x-icon";
  return isSvg(bytes) ? "image/svg+xml" : null;
};

/** Only as `<img>`, where a browser runs no script of it and loads nothing for it. */
const isSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]{0,300}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!DOCTYPE\s+svg[^>]{0,500}>\s*)?<svg[\s>]/i.test(
    bytes.subarray(0, 4096).toString("utf8"),
  );
