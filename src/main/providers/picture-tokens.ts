import type { ProviderKind } from "./provider.ts";

type Size = { readonly width: number; readonly height: number };

/**
 * What a picture takes of a window, by its size in pixels and the vendor's published rule; rather too many than
 * too few. Nobody but the server counts it exactly.
 */
export const pictureTokens = (kind: ProviderKind | null, model: string | null, size: Size): number => {
  if (kind === "anthropic") return Math.ceil(areaOf(within(size, 1568, Infinity)) / 750) + 5;
  if (kind === "openai") return openAiTokens(model ?? "", size);
  // Models of one's own cut a picture into squares of 28 pixels, or use a fixed number below this one.
  return Math.max(LEAST_OWN, Math.ceil(areaOf(within(size, 3584, Infinity)) / (28 * 28)));
};

/** LLaVA's fixed number, the largest of the usual ones for small pictures. */
const LEAST_OWN = 576;

/** Small models count squares of 32 pixels, each with a factor; the others tiles of 512. */
const openAiTokens = (model: string, size: Size): number => {
  const squares = SQUARES.find(({ name }) => name.test(model));
  if (squares) {
    const { width, height } = size;
    const count = Math.min(MAX_SQUARES, Math.ceil(width / 32) * Math.ceil(height / 32));
    return Math.ceil(count * squares.factor);
  }
  const { base, tile } = TILES.find(({ name }) => name.test(model)) ?? { base: 85, tile: 170 };
  const { width, height } = within(size, 2048, 768);
  return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512);
};

const MAX_SQUARES = 1536;
const SQUARES = [
  { name: /(?:4\.1|5)[\w.]*-nano/, factor: 2.46 },
  { name: /(?:4\.1|5)[\w.]*-mini/, factor: 1.62 },
  { name: /o4-mini/, factor: 1.72 },
] as const;
const TILES = [
  { name: /4o-mini/, base: 2833, tile: 5667 },
  { name: /^o[13]/, base: 75, tile: 150 },
] as const;

/** Made smaller as servers do it: the longer side to `long`, the shorter one to `short`; never made larger. */
const within = ({ width, height }: Size, long: number, short: number): Size => {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
};

const areaOf = ({ width, height }: Size): number => width * height;
