import { STEADY_LAYERS } from "#shared/model/layer.ts";
import { DEFAULT_COMPACT_AT } from "#shared/model/profile.ts";
import type { Manifest } from "#shared/model/manifest.ts";

export type BarPiece = {
  readonly layer: string;
  readonly tokens: number;
  readonly x: number;
  readonly width: number;
};

/** The positions of all parts of the window on a bar of `width` pixels. */
export type BarLayout = {
  readonly width: number;
  readonly pieces: readonly BarPiece[];
  /** Where the prompt ends and where what is kept for the answer begins. */
  readonly usedX: number;
  readonly reservedX: number;
  /** Where old turns are summarised. */
  readonly compactX: number;
  /** End of the part that is read once and then reused; `known` when an earlier turn proves it. */
  readonly prefix: { readonly x: number; readonly tokens: number; readonly known: boolean };
  x(tokens: number): number;
  tokens(x: number): number;
};

export const barLayout = (manifest: Manifest, width: number, compactAt = DEFAULT_COMPACT_AT): BarLayout => {
  const { max, used, reservedOutput } = manifest.window;
  const x = (tokens: number) => (max > 0 ? (width * tokens) / max : 0);
  let at = 0;
  const pieces = manifest.layers
    .filter((layer) => layer.tokens > 0)
    .map((layer) => {
      const piece = { layer: layer.id, tokens: layer.tokens, x: x(at), width: x(layer.tokens) };
      at += layer.tokens;
      return piece;
    });
  const tokens = prefixTokens(manifest);
  return {
    width,
    pieces,
    usedX: x(used),
    reservedX: x(max - reservedOutput),
    compactX: x((max - reservedOutput) * compactAt),
    prefix: { x: x(tokens), tokens, known: manifest.prefix.stableTokens > 0 },
    x,
    tokens: (position) => (width > 0 ? Math.round((position / width) * max) : 0),
  };
};

/** Before the first turn, everything before memory, history and the message is expected to stay the same. */
const prefixTokens = (manifest: Manifest): number => {
  if (manifest.prefix.stableTokens > 0) return manifest.prefix.stableTokens;
  let sum = 0;
  for (const { id, tokens } of manifest.layers) if (STEADY_LAYERS.has(id)) sum += tokens;
  return sum;
};
