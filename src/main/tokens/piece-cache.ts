/**
 * Remembers the counts of pieces, bounded. Two generations stand in for an exact order of use: when the
 * young one is full it becomes the old one, and what was not asked for in the meantime is forgotten.
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
