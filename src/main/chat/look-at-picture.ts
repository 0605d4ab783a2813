import { basename } from "node:path/posix";
import { createHash } from "node:crypto";
import { Failure } from "#shared/contract/index.ts";
import { bytesText, numberText } from "#shared/model/number-text.ts";
import {
  MAX_SENT_PICTURE_BYTES,
  MAX_SENT_PICTURE_PIXELS,
  MAX_SENT_PICTURE_SIDE,
  type Picture,
  pictureSize,
} from "#shared/model/picture.ts";
import { readPictureHeader } from "#shared/model/picture-header.ts";

/**
 * A picture as it can be sent, by its header: nothing is decoded. Fails with `not-a-picture`, or `picture-too-large`
 * for one that a server refuses or that fills the memory of whoever shows it.
 */
export const lookAtPicture = (path: string, bytes: Uint8Array): Picture => {
  const name = basename(path);
  const header = readPictureHeader(bytes);
  if (header === null) {
    throw new Failure("not-a-picture", `${name} is damaged, or is no PNG, JPEG, GIF or WebP picture.`, {
      path,
    });
  }
  const { type, width, height } = header;
  if (bytes.length > MAX_SENT_PICTURE_BYTES) {
    const limit = bytesText(MAX_SENT_PICTURE_BYTES);
    throw new Failure("picture-too-large", `${name} is too large to send. The limit is ${limit}.`, { path });
  }
  if (Math.max(width, height) > MAX_SENT_PICTURE_SIDE || width * height > MAX_SENT_PICTURE_PIXELS) {
    throw new Failure(
      "picture-too-large",
      `${name} has ${pictureSize(header)} pixels. At most ${numberText(MAX_SENT_PICTURE_SIDE)} on a side and ` +
        `${numberText(MAX_SENT_PICTURE_PIXELS)} together can be sent.`,
      { path },
    );
  }
  return { sha256: hashOf(bytes), name: path, type, width, height, bytes: bytes.length };
};

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
