/** The last Markdown heading before an offset of a file's text. */
export const headingAbove = (text: string, offset: number): string | null => {
  const headings = [...text.slice(0, offset).matchAll(/^#{1,6}[ \t]+(.+?)[ \t#]*$/gm)];
  return headings.at(-1)?.[1] ?? null;
};
