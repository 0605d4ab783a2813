/** The system's code for the error (`ENOENT`); null for an error without one. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
