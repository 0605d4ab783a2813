import { z } from "zod";

/** A word by which the user finds conversations again. A conversation can have several. */
export const sessionLabel = z.string().trim().min(1).max(40);

const MAX_LABELS = 20;

export const sessionLabels = z.array(sessionLabel).max(MAX_LABELS);

/** Labels as typed in one line, each once. */
export const labelsIn = (typed: string): readonly string[] =>
  [
    ...new Set(
      typed
        .split(",")
        .map((word) => word.trim().slice(0, 40))
        .filter((word) => word !== ""),
    ),
  ].slice(0, MAX_LABELS);
