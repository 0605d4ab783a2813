/** Documents that count by their text. */
export type DocumentKind = "pdf" | "docx" | "xlsx" | "pptx";

export const documentKind = (path: string): DocumentKind | null => {
  const ending = /\.(pdf|docx|xlsx|pptx)$/i.exec(path)?.[1]?.toLowerCase();
  return (ending as DocumentKind | undefined) ?? null;
};
