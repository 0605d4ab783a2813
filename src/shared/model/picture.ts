import { z } from "zod";

/** Kinds of pictures that every model server takes. */
export const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type SentPictureType = (typeof pictureTypes)[number];

/** A picture of a message, by its content. Its bytes are in a file beside the conversation. */
export const picture = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Project-relative, or only a name when it came from outside the project. */
  name: z.string().min(1).max(500),
  type: z.enum(pictureTypes),
  /** In pixels, as the file's header says. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
});
export type Picture = z.output<typeof picture>;

/** A larger one is refused by most servers: as text for the wire it has a third more. */
export const MAX_SENT_PICTURE_BYTES = 3_750_000;

/** Servers refuse a longer side. */
export const MAX_SENT_PICTURE_SIDE = 8000;

/** Whoever shows or reads a picture holds four bytes per pixel: 160 MB. A small file can say any number. */
export const MAX_SENT_PICTURE_PIXELS = 40_000_000;

/** Servers make a longer side this long themselves, so a larger picture only takes longer to send. */
export const USEFUL_PICTURE_SIDE = 1568;

/** Pictures of one message. */
export const MAX_PICTURES = 10;

/** By the end of its name; what it is, its bytes say. */
export const isPicturePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(path);

export const pictureSize = ({ width, height }: Pick<Picture, "width" | "height">): string =>
  `${width} × ${height}`;
