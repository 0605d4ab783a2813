/** Whether a text only asks: each of its sentences ends with a question mark, in any script. */
export const isQuestion = (text: string): boolean =>
  sentencesOf(text).every((sentence) => /[?？؟]["'”’)\]*_]*$/.test(sentence));

const sentencesOf = (text: string) => text.trim().split(/(?<=[.!…。！?？؟]["'”’)]?)\s+|\n+/);
