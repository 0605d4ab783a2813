import type { SegmentReason } from "#shared/model/manifest.ts";

/**
 * One source's part of a rendered text. The texts of all pieces, joined in order, are the whole text: headers,
 * tags and separators belong to the piece they introduce, so ranges and sizes add up without a remainder.
 */
export type Piece = {
  /** A file as the caller named it, or the name of a built-in part. */
  readonly source: string;
  /** Is in the prompt unchanged; empty when the source is not sent. */
  readonly text: string;
  /** Characters of the source's own text, and how many of them were kept. */
  readonly rawChars: number;
  readonly keptChars: number;
  readonly status: "included" | "truncated" | "excluded" | "missing";
  readonly reason: SegmentReason | null;
  /** Characters that the source may use, and characters that it uses: with its marker, without its header. */
  readonly limit?: number;
  readonly used?: number;
};

export const joinPieces = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join("");
