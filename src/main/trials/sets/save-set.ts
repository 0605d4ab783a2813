import { Failure } from "#shared/contract/index.ts";
import { isQuestionSet, type QuestionSet, TRIALS_FOLDER } from "#shared/model/trial.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { setText } from "./set-text.ts";

export type SaveInput = {
  readonly path: string | null;
  readonly name: string;
  readonly content: QuestionSet | string;
  readonly baseHash: string | null;
};

/** Writes a set, or a new one under a free name. Recorded, so it can be undone. */
export const saveSet = async (
  { path, name, content, baseHash }: SaveInput,
  workspace: Pick<Workspace, "write" | "create">,
): Promise<{ readonly path: string }> => {
  const text = typeof content === "string" ? content : setText(content);
  const by = (title: string): Author => ({ actor: "you", kind: "save", title });
  if (path !== null) {
    if (!isQuestionSet(path))
      throw new Failure("not-a-set", "A question set is a .yaml file in the folder trials.", { path });
    await workspace.write("", path, text, baseHash ?? undefined, by(`Saved ${path}`));
    return { path };
  }
  const plain = fileName(name);
  for (let number = 1; number < MAX_TRIES; number++) {
    const free = `${TRIALS_FOLDER}/${plain}${number === 1 ? "" : `-${number}`}.yaml`;
    try {
      return await workspace.create("", free, "file", text, by(`Made the question set ${plain}`));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "exists") throw error;
    }
  }
  throw new Failure("name-taken", `There are many sets called ${plain}. Choose a different name.`, { name });
};

const MAX_TRIES = 100;

const fileName = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain === "" ? "questions" : plain;
};
