import type { Page } from "@playwright/test";

/** Where sharp edges of text are still clean. */
const QUALITY = 0.72;

/** The browser's own encoder, on a page beside the app's, which allows no pictures from outside. */
export const toWebp = async (page: Page, png: Buffer, width?: number): Promise<Buffer> => {
  const beside = await page.context().newPage();
  try {
    const text = await beside.evaluate(encode, { png: png.toString("base64"), quality: QUALITY, width });
    return Buffer.from(text, "base64");
  } finally {
    await beside.close();
  }
};

const encode = async ({
  png,
  quality,
  width,
}: {
  readonly png: string;
  readonly quality: number;
  readonly width: number | undefined;
}): Promise<string> => {
  const bytes = Uint8Array.from(atob(png), (each) => each.codePointAt(0) ?? 0);
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const scale = width === undefined ? 1 : width / picture.width;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) throw new Error("There is no canvas.");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1] ?? "";
};
