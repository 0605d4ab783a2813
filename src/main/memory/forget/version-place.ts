import type { Versions } from "../../changes/versions.ts";
import type { CopyPlace } from "./forgetter.ts";
import { forgottenMark } from "./redact-text.ts";

/** Texts that undo could bring back: the words are replaced in each, so that the rest can still be undone. */
export const versionPlace = (versions: Versions): CopyPlace => ({
  kind: "versions",
  find: async (text) => {
    const count = await versions.countSaying(text);
    return count === 0 ? [] : [{ kind: "versions", place: "kept versions of files", count }];
  },
  purge: (text) => versions.redact(text, forgottenMark),
});
