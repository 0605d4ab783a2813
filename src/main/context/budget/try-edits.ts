import type { Overrides } from "#shared/contract/context.ts";
import { withTag } from "../../workspace/edit-front-matter.ts";
import { mergeOverrides } from "./merge-overrides.ts";
import { after, type EditTarget, planEdit } from "./plan-edit.ts";

type ReadText = (path: string) => Promise<string>;

/** The overrides of a preview with its edits turned into plain fields, as if they were written. */
export const tryEdits = async (asked: Overrides, about: EditTarget, read: ReadText): Promise<Overrides> => {
  const { edits = [], ...given } = asked;
  let tried: Overrides = given;
  let target = about;
  for (const edit of edits) {
    const planned = planEdit(edit, target);
    target = after(target, planned);
    tried = mergeOverrides(tried, planned.tried);
    for (const file of planned.files) {
      if (!("tag" in file)) continue;
      const { path, tag } = file;
      const text = tried.files?.[path]?.text ?? (await read(path));
      tried = mergeOverrides(tried, { files: { [path]: { text: withTag(text, tag) } } });
    }
  }
  return tried;
};
