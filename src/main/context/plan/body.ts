import { withoutFigures } from "#shared/model/dream-figures.ts";
import { trimBody } from "./cut-text.ts";
import type { SourceFile } from "../types.ts";

/**
 * The file's text without outer blank lines. Cached per file object, so that a preview after a moved slider
 * neither trims again nor hands the meter a new string to hash.
 */
export const bodyOf = (file: SourceFile): string => {
  if (file.text === null) return "";
  const known = bodies.get(file);
  if (known !== undefined) return known;
  const body = trimBody(sentText(file) ?? "");
  bodies.set(file, body);
  return body;
};

/** The text as a prompt has it: MEMORY.md is sent without the figures of dreams. */
export const sentText = ({ text, role }: SourceFile): string | null =>
  text !== null && role === "memory" ? withoutFigures(text) : text;

const bodies = new WeakMap<SourceFile, string>();
