/** A file that goes with a message, as the core writes it before the words. */
export type AttachedFile = {
  /** Project-relative, or only a name when it came from outside the project. */
  readonly path: string;
  readonly text: string;
  readonly outside?: boolean;
};

export type SaidMessage = {
  readonly files: readonly AttachedFile[];
  /** The files as they stand in the message, to be kept when the words are edited. */
  readonly head: string;
  readonly words: string;
};

/** `<file path="a.md">…</file>` before the words, any number of them. */
export const readAttached = (content: string): SaidMessage => {
  const files: AttachedFile[] = [];
  let end = 0;
  for (;;) {
    block.lastIndex = end;
    const found = block.exec(content);
    if (!found) break;
    files.push({ path: found[1] ?? "", text: found[2] ?? "" });
    end = block.lastIndex;
  }
  return { files, head: content.slice(0, end), words: content.slice(end) };
};

export const withAttached = (files: readonly AttachedFile[], words: string): string =>
  [...files.map(({ path, text }) => `<file path="${path}">\n${text}\n</file>`), words].join("\n\n");

const block = /<file path="([^"\n]*)">\n([\s\S]*?)\n<\/file>\n\n/y;
