/**
 * The value with which a JSON text begins, as far as it goes: what is open at the end is closed, and a member or an
 * element that is not whole is left out. Undefined when it does not begin like JSON.
 */
export const jsonBeginning = (text: string): unknown => {
  const open: ("}" | "]")[] = [];
  /** The last place where the text can be cut, and what closes it there. */
  let cut: { readonly at: number; readonly closing: string } | null = null;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isString) {
      if (char === "\\") at += 1;
      else if (char === '"') isString = false;
      continue;
    }
    if (char === '"') isString = true;
    else if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      if (open.length > MAX_DEPTH) break;
      cut = { at: at + 1, closing: closingOf(open) };
    } else if (char === "}" || char === "]") {
      open.pop();
      cut = { at: at + 1, closing: closingOf(open) };
      if (open.length === 0) break;
    } else if (char === "," && open.length > 0) cut = { at, closing: closingOf(open) };
  }
  if (!cut) return undefined;
  try {
    return JSON.parse(text.slice(0, cut.at).replace(/^\uFEFF/, "") + cut.closing) as unknown;
  } catch {
    return undefined;
  }
};

/** Deeper places say nothing about the kind of file. */
const MAX_DEPTH = 200;

const closingOf = (open: readonly string[]): string => open.toReversed().join("");
