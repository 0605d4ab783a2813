import type { z } from "zod";
import type { overrides } from "../contract/overrides.ts";

/** One side of a trial: what differs from the project as it is. */
export type TrialSide = { readonly name: string; readonly overrides?: z.input<typeof overrides> };

/** The two sides of a trial that asks whether a file earns its tokens. `path`: as in the manifest. */
export const withoutFile = (path: string): readonly [TrialSide, TrialSide] => [
  { name: "As it is" },
  {
    name: `Without ${path.slice(path.lastIndexOf("/") + 1)}`,
    overrides: { files: { [path]: { exclude: true } } },
  },
];
