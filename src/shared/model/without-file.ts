import type { Variant } from "./trial.ts";

/** The variant of a trial that asks whether a file earns its tokens. `path`: as in the manifest. */
export const withoutFile = (path: string): Variant => ({
  name: `Without ${path.slice(path.lastIndexOf("/") + 1)}`,
  overrides: { files: { [path]: { exclude: true } } },
});
