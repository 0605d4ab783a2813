/**
 * Caches the counts of pieces, bounded. Two generations approximate an exact order of use: when the young one
 * is full it becomes the old one, and entries that were not used in the meantime are dropped.
 */
export type PieceCache = {
  get(piece: string): number | undefined;
  set(piece: string, tokens: number): void;
};

export const createPieceCache = (capacity: number): PieceCache => {
  let young = new Map<string, number>();
  let old = new Map<string, number>();

  const set = (piece: string, tokens: number) => {
    if (young.size >= capacity / 2) {
      old = young;
      young = new Map();
    }
    young.set(piece, tokens);
  };

  return {
    set,
    get: (piece) => {
      const fresh = young.get(piece);
      if (fresh !== undefined) return fresh;
      const kept = old.get(piece);
      if (kept !== undefined) set(piece, kept);
      return kept;
    },
  };
};
