/** The first `max` UTF-16 units of a text; one less where that would split a surrogate pair. */
export const cutStart = (text: string, max: number): string =>
  text.slice(0, Math.max(0, boundary(text, max)));

/** The last `max` UTF-16 units of a text; one less where that would split a surrogate pair. */
export const cutEnd = (text: string, max: number): string => {
  const from = Math.max(0, text.length - max);
  return text.slice(isInside(text, from) ? from + 1 : from);
};

/** The part of a text around an offset. Neither end splits a character. */
export const cutMiddle = (text: string, from: number, to: number): string =>
  text.slice(boundary(text, from), boundary(text, to));

const boundary = (text: string, at: number): number => (isInside(text, at) ? at - 1 : at);

/** Whether an offset lies between the two halves of a surrogate pair. */
const isInside = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 &&
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
