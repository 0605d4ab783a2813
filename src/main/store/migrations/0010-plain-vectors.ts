import type { Migration } from "./migration.ts";

/** Vectors as sqlite-vec reads them: 8-bit integers, without the scale that used to precede them. */
export const plainVectors: Migration = {
  name: "plain-vectors",
  sql: "update memory_vectors set vector = substr(vector, 5);",
};
