/** The peer: four characters of ASCII per token, 2.4 of another alphabet, one of Chinese, Japanese or Korean, half an emoji. */
export const fourCharacters = (text: string): number => {
  let parts = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    parts += code < 0x80 ? 3 : code > 0xffff ? 24 : isWide(code) ? 12 : 5;
  }
  return Math.ceil(parts / 12);
};

const isWide = (code: number): boolean =>
  (code >= 0x1100 && code < 0x1200) ||
  (code >= 0x2e80 && code < 0xa4d0) ||
  (code >= 0xac00 && code < 0xd7b0) ||
  (code >= 0xf900 && code < 0xfb00) ||
  (code >= 0xff00 && code < 0xfff0);
