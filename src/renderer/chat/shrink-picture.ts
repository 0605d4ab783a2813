import {
  MAX_SENT_PICTURE_BYTES,
  MAX_SENT_PICTURE_PIXELS,
  MAX_SENT_PICTURE_SIDE,
  pictureSize,
  USEFUL_PICTURE_SIDE,
} from "#shared/model/picture.ts";
import { readPictureHeader } from "#shared/model/picture-header.ts";
import { t } from "../ui/messages/index.ts";

/** More is not read into memory to be made smaller. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** `note`: what was done to it, for the user. */
export type ReadyPicture = { readonly data: Blob; readonly note: string | null };

/**
 * A picture as it is sent. One that is larger than a model looks at is made smaller, and what a camera wrote about
 * the place and the time is left out. A string says why it cannot be attached: its header is read before anything
 * is decoded, so that a small file with billions of pixels is refused.
 */
export const readyPicture = async (file: File): Promise<ReadyPicture | string> => {
  const words = t.chat.composer;
  if (file.size > MAX_FILE_BYTES) return words.pictureTooLarge(file.name);
  const header = readPictureHeader(new Uint8Array(await file.arrayBuffer()));
  if (header === null) return words.notPicture(file.name);
  const { width, height } = header;
  const longest = Math.max(width, height);
  // Photographs of today's telephones have up to 200 million pixels on 16,000 a side; a canvas holds fewer.
  if (longest > 2 * MAX_SENT_PICTURE_SIDE || width * height > 2 * MAX_SENT_PICTURE_PIXELS)
    return words.pictureTooManyPixels(file.name, pictureSize(header));
  const isLarge = longest > USEFUL_PICTURE_SIDE || file.size > MAX_SENT_PICTURE_BYTES;
  if (!isLarge && !header.hasCamera) return { data: file, note: null };
  const scale = Math.min(1, USEFUL_PICTURE_SIDE / longest);
  const drawn = await redraw(file, scale, header.type === "image/jpeg" ? "image/jpeg" : "image/png");
  if (drawn === null) return words.notPicture(file.name);
  const note = isLarge ? words.smaller(file.name, pictureSize(header), pictureSize(drawn)) : null;
  return { data: drawn.data, note };
};

type Drawn = { readonly data: Blob; readonly width: number; readonly height: number };

/** Null when it cannot be decoded. */
const redraw = async (file: File, scale: number, type: string): Promise<Drawn | null> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    // A camera that was held upright is turned by now, so its sides may have changed places.
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
    const data = await canvas.convertToBlob({ type, quality: 0.9 });
    const fits = data.size <= MAX_SENT_PICTURE_BYTES;
    return {
      data: fits ? data : await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 }),
      width,
      height,
    };
  } finally {
    picture.close();
  }
};
