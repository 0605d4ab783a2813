/** The system's name for what went wrong (`ENOENT`); null for any other error. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
