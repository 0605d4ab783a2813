import type { CutTable, Encoder } from "./encoder.ts";
import type { Stop } from "./merge-piece.ts";

/** All cuts of a text at once, for a caller that needs many limits, such as a slider being dragged. */
export const cutTable = (encoder: Encoder, text: string, stop: Stop): CutTable => {
  if (encoder.table) return encoder.table(text, stop);
  const { tokens } = encoder.count(text, stop);
  const limits = Array.from({ length: tokens + 1 }, (_, limit) => limit);
  const { exact, offsets } = encoder.cut(text, limits, stop);
  return { tokens, exact, table: Uint32Array.from(offsets) };
};
