import { folderOf, type ListedFile, nameOf, resolvePath } from "../file-set.ts";
import { mentionsOf } from "../imports.ts";

/** A text that may name files, saved or not. */
export type NamingText = Pick<ListedFile, "path" | "text">;

/** Paths inside the root that a text names; globs are matched against what is listed. */
export const namedBy = (
  { path, text }: NamingText,
  root: string,
  known: ReadonlyMap<string, unknown>,
): readonly string[] =>
  mentionsOf(text ?? "").flatMap(({ ref }) => {
    const clean = ref.replace(/[.,;:)]+$/, "");
    const folder = folderOf(path);
    if (clean.includes("*")) {
      const parent = resolvePath(folder, folderOf(`/${clean}`).slice(1));
      return [...known.keys()].filter((each) => folderOf(each) === parent).slice(0, 200);
    }
    return [ref, clean].flatMap((each) => {
      const target = resolvePath(folder, each);
      return target?.startsWith(`${root}/`) && nameOf(target).length < 256 ? [target] : [];
    });
  });
