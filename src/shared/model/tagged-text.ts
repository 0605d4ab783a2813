/**
 * Text of others between tags of ours: files before a message, a conversation that is to be summarised. In the
 * text, the `<` of whatever would read as that tag, opening or closing, is sent as `&lt;`, so that nothing in it
 * can end the block or begin another one.
 */

/** The text with this tag, in any case, made harmless. */
export const withoutTag = (text: string, tag: string): string =>
  text.replaceAll(new RegExp(`<(?=\\s*(?:/\\s*)?${tag}(?![\\p{L}\\p{N}_-]))`, "giu"), "&lt;");

/** `<file path="a.md">…</file>`, as it stands before the words of a message. */
export const fileBlock = (path: string, text: string): string =>
  `<file path="${path.replaceAll('"', "&quot;")}">\n${withoutTag(text, "file")}\n</file>`;

/** The first line of a file of which only passages are sent. */
export const PASSAGES_MARK = "[only passages that match the question]";

/** A message whose first line names the speaker; the others are indented, so that none of them can name another. */
export const spokenLine = (speaker: string, text: string, tag: string): string =>
  `${speaker}: ${withoutTag(text, tag).replaceAll(/\r\n?|[\n\u2028\u2029]/g, "\n  ")}`;

/** The files at the beginning of a message and where its words begin. */
export const readFileBlocks = (
  content: string,
): { readonly files: readonly { readonly path: string; readonly text: string }[]; readonly end: number } => {
  const files: { path: string; text: string }[] = [];
  let end = 0;
  for (;;) {
    BLOCK.lastIndex = end;
    const found = BLOCK.exec(content);
    if (!found) return { files, end };
    const [, path = "", text = ""] = found;
    files.push({ path: path.replaceAll("&quot;", '"'), text: text.replaceAll(ESCAPED, "<") });
    end = BLOCK.lastIndex;
  }
};

const BLOCK = /<file path="([^"\n]*)">\n([\s\S]*?)\n<\/file>\n\n/y;
const ESCAPED = /&lt;(?=\s*(?:\/\s*)?file(?![\p{L}\p{N}_-]))/giu;
