/** Markdown without its marks, in paragraphs: about as long and as high as it will be when it is drawn. */
export const plainWords = (text: string): readonly string[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.replaceAll(/\*\*|__|`+|^#{1,6} /gm, "").replaceAll(/^(\s*)[-*] /gm, "$1• "))
    .filter((part) => part.trim() !== "");
