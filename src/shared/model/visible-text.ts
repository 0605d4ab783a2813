/**
 * Characters that are drawn as nothing, as a blank or in another order (bidi marks, zero-width characters, tags):
 * with them what a person reads is not what a program gets. They are shown by their number, `<U+202E>`.
 */

/** For a path: every invisible character and every blank but the plain one. */
export const visiblePath = (path: string): string => path.replaceAll(INVISIBLE, numberOf);

/** For text: blanks stay, and so do joiners between letters of scripts and emoji that need them. */
export const visibleText = (text: string): string => text.replaceAll(HIDDEN, numberOf);

/** Whether a path has characters that it cannot be read by. */
export const hasInvisible = (path: string): boolean => path.search(INVISIBLE) >= 0;

/** At most `max` characters, cut in the middle: how a path begins and its name stay. */
export const shortPath = (path: string, max: number): string => {
  const shown = Array.from(visiblePath(path));
  if (shown.length <= max) return shown.join("");
  const name = shown.slice(shown.lastIndexOf("/"));
  const end = Math.min(Math.max(name.length, Math.floor(max / 2)), max - MIN_BEGINNING - 1);
  return `${shown.slice(0, max - end - 1).join("")}…${shown.slice(-end).join("")}`;
};

const MIN_BEGINNING = 8;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|(?! )\p{Zs}/gu;

/** U+200C and U+200D are part of words (Persian, Hindi) and of emoji, where both neighbours are beyond ASCII. */
const HIDDEN =
  /(?!\u200C|\u200D|[\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|(?<![^\0-\x7F])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![^\0-\x7F])/gu;

const numberOf = (char: string): string =>
  `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
