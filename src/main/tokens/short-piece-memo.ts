/**
 * Remembers the counts of short pieces by their UTF-16 units. Most pieces of a text are a few hundred words and
 * marks that return, and a small table that stays in the processor's cache answers for them. A piece has one
 * place; the newest that belongs there takes it.
 */
export type ShortPieceMemo = {
  /** The tokens of the piece, or 0 when it is not known. */
  get(units: Uint16Array, from: number, to: number): number;
  /** Only right after `get` of the same piece. */
  set(units: Uint16Array, from: number, to: number, tokens: number): void;
};

/** Longer pieces are not remembered here. */
export const MAX_SHORT_UNITS = 13;
const PLACES = 2 ** 14;
/** Units per place: the length, the tokens, a hash, and the piece. */
const PLACE = 16;

export const createShortPieceMemo = (): ShortPieceMemo => {
  const places = new Uint16Array(PLACES * PLACE);
  let at = 0;
  let mark = 0;

  return {
    get: (units, from, to) => {
      let hash = to - from;
      for (let i = from; i < to; i++) hash = Math.imul(hash ^ (units[i] as number), 0x9e3779b1);
      hash ^= hash >>> 15;
      at = (hash & (PLACES - 1)) * PLACE;
      mark = hash >>> 16;
      if (places[at] !== to - from || places[at + 2] !== mark) return 0;
      for (let i = from, own = at + 3; i < to; i++, own++) if (places[own] !== units[i]) return 0;
      return places[at + 1] as number;
    },
    set: (units, from, to, tokens) => {
      places[at] = to - from;
      places[at + 1] = tokens;
      places[at + 2] = mark;
      for (let i = from, own = at + 3; i < to; i++, own++) places[own] = units[i] as number;
    },
  };
};
