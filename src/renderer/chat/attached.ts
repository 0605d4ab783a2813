import type { Picture } from "#shared/model/picture.ts";
import { fileBlock, readFileBlocks } from "#shared/model/tagged-text.ts";

/** An attached file of a message, as the core writes it before the text. */
export type AttachedFile = {
  /** Project-relative, or only a name when it came from outside the project. */
  readonly path: string;
  readonly text: string;
  readonly outside?: boolean;
  /** It is a picture, which goes beside the text. */
  readonly picture?: Picture;
};

/** Pictures of what is attached, in their order. */
export const picturesIn = (files: readonly AttachedFile[]): Picture[] =>
  files.flatMap(({ picture }) => picture ?? []);

export type SaidMessage = {
  readonly files: readonly AttachedFile[];
  /** The files as they are in the message, to be kept when the text is edited. */
  readonly head: string;
  readonly words: string;
};

/** `<file path="a.md">…</file>` before the text, any number of them. */
export const readAttached = (content: string): SaidMessage => {
  const { files, end } = readFileBlocks(content);
  return { files, head: content.slice(0, end), words: content.slice(end) };
};

export const withAttached = (files: readonly AttachedFile[], words: string): string =>
  [...files.flatMap(({ path, text, picture }) => (picture ? [] : [fileBlock(path, text)])), words].join(
    "\n\n",
  );
