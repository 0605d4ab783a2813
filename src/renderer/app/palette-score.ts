/**
 * How well a row of the palette fits what was typed: 0 unless it has every word, as part of a word or path. The
 * nearer the first word is to the beginning, of the file's name for a path, the better. Scattered letters do not
 * count: Enter would do something other than what was typed.
 */
export const paletteScore = (value: string, typed: string): number => {
  const text = value.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  const name = text.slice(text.lastIndexOf("/") + 1);
  const at = name.indexOf(words[0] ?? "");
  return at >= 0 ? 1 / (1 + at) : MIN_SCORE;
};

/** Of a path whose folder has the words, not its name. */
const MIN_SCORE = 0.01;

/** The row that fits best, the first of equals; null when none fits. */
export const bestOf = (values: readonly string[], typed: string): string | null => {
  let best: { readonly value: string; readonly score: number } | null = null;
  for (const value of values) {
    const score = paletteScore(value, typed);
    if (score > (best?.score ?? 0)) best = { value, score };
  }
  return best?.value ?? null;
};
