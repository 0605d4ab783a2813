import { lowestOrigin, type Origin } from "#shared/model/origin.ts";

/** Where lines with an origin are recorded, before they are written to a plain file. */
export type NotedLines = {
  note(
    lines: readonly string[],
    from: Origin,
    options: { readonly at: Date; readonly approved?: boolean },
  ): Promise<void>;
  ofLine(line: string): Origin;
  of(text: string): Origin;
};

/** What a model writes is the model's at most. */
export const writtenByModel = (...sources: readonly Origin[]): Origin => lowestOrigin("agent", ...sources);
