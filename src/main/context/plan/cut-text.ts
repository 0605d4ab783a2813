/** Removes blank lines at the start and end. Indentation of the first line and spaces inside stay. */
export const trimBody = (text: string): string => {
  let end = text.length;
  for (let at = end; at > 0 && isBlank(text.charCodeAt(at - 1)); at--) {
    const unit = text.charCodeAt(at - 1);
    if (unit === NEWLINE) end = at - 1;
    else if (unit === CARRIAGE_RETURN && end === at) end = at - 1;
  }
  let start = 0;
  for (let at = 0; at < end && isBlank(text.charCodeAt(at)); at++) {
    if (text.charCodeAt(at) === NEWLINE) start = at + 1;
  }
  const body = text.slice(start, end);
  return isBlankText(body) ? "" : body;
};

export const isBlankText = (text: string): boolean => !/\S/.test(text);

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

const isBlank = (unit: number) => unit === 32 || unit === 9 || unit === NEWLINE || unit === CARRIAGE_RETURN;
