/** Collects values that come often and passes them on once per frame: an answer arrives in small pieces. */
export const collected = <Piece>(take: (pieces: readonly Piece[]) => void, wait = 33) => {
  let pieces: Piece[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pieces.length === 0) return;
    const taken = pieces;
    pieces = [];
    take(taken);
  };
  return {
    add: (piece: Piece) => {
      pieces.push(piece);
      timer ??= setTimeout(flush, wait);
    },
    flush,
    close: () => clearTimeout(timer),
  };
};
