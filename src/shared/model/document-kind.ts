/** Documents that count by their text. */
export type DocumentKind = "pdf" | "docx" | "xlsx" | "pptx";

export const documentKind = (path: string): DocumentKind | null => {
  const ending = /\.(pdf|docx|xlsx|pptx)$/i.exec(path)?.[1]?.toLowerCase();
  return (ending as DocumentKind | undefined) ?? null;
};

/** The largest document that is attached from outside the project, in bytes; one frame of a socket holds it. */
export const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
