import type { HistoryMessage } from "../types.ts";

/** Whether a model is sent pictures, and what one takes of its window. */
export type Sight = {
  readonly sees: boolean;
  tokens(size: { readonly width: number; readonly height: number }): number;
};

type Seen = {
  readonly sight: () => Promise<Sight>;
  /** Hashes of pictures whose files are not there any more. */
  readonly gone: ReadonlySet<string>;
};

/** Messages with the pictures that are sent, and the size of each, sent or not. */
export const withPictures = async (
  history: readonly HistoryMessage[],
  { sight, gone }: Seen,
): Promise<readonly HistoryMessage[]> => {
  if (!history.some(({ pictures }) => pictures !== undefined)) return history;
  const own = await sight();
  return history.map((message) => (message.pictures === undefined ? message : sized(message, own, gone)));
};

const sized = (message: HistoryMessage, sight: Sight, gone: Seen["gone"]): HistoryMessage => {
  const looked = (message.pictures ?? []).map((picture) => ({
    picture,
    held: gone.has(picture.sha256) ? ("gone" as const) : sight.sees ? null : ("model" as const),
  }));
  const { pictures: _, ...rest } = message;
  const sent = looked.flatMap(({ picture, held }) => (held === null ? [picture] : []));
  return {
    ...rest,
    ...(sent.length > 0 && { pictures: sent }),
    pictureSizes: looked.map(({ picture, held }) => ({
      name: picture.name,
      width: picture.width,
      height: picture.height,
      tokens: sight.tokens(picture),
      ...(held !== null && { held }),
    })),
  };
};
