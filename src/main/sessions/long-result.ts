import { cutEnd, cutStart } from "../base/cut-text.ts";

/** Longer results are written to a file; their beginning and end stay. UTF-16 units. */
const MAX_RESULT_CHARS = 80_000;
const SHOWN_CHARS = 2000;

export const isLongResult = (content: string): boolean => content.length > MAX_RESULT_CHARS;

/** What stands in a session in place of a result that was written to a file. */
export const shortResult = (content: string, path: string): string => {
  const [start, end] = [cutStart(content, SHOWN_CHARS), cutEnd(content, SHOWN_CHARS)];
  const left = content.length - start.length - end.length;
  return `${start}\n\n… ${left} characters left out, the whole result is in ${path} …\n\n${end}`;
};
