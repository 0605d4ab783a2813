import type { FileWarning } from "#shared/contract/project.ts";

/** The settings and the project may report the same. */
export const eachOnce = (warnings: readonly FileWarning[]): readonly FileWarning[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
];
