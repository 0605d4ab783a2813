import { randomIds } from "../../base/ids.ts";
import type { Author } from "../../workspace/recorder.ts";
import { fromRoot } from "../../workspace/roots.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { CopyPlace } from "./forgetter.ts";
import { forgottenMark } from "./redact-text.ts";

/** Other files of the workspace with the same text: a promoted fact, an archived day, a page of knowledge. */
export const filePlace = (workspace: Workspace): CopyPlace => {
  const saying = async (folder: string, text: string) => {
    const rows = await workspace.rows(folder);
    const own = rows.map(({ path }) => path).filter((path) => path !== "SOUL.md");
    const listed = [await workspace.list(folder, "memory"), await workspace.list(folder, "knowledge")].flat();
    const paths = [...new Set(["DREAMS.md", ...own.map((path) => fromRoot(folder, path)), ...listed])];
    const texts = await Promise.all(paths.map((path) => workspace.readManaged(folder, path)));
    return paths.filter((_, index) => texts[index]?.includes(text));
  };
  return {
    kind: "files",
    find: async (text, memory) =>
      (await saying(memory.workspace, text)).map((place) => ({ kind: "files", place, count: 1 })),
    purge: async (text, memory) => {
      const paths = await saying(memory.workspace, text);
      const by: Author = { actor: "you", title: "Forgot a memory", change: randomIds.next() };
      for (const path of paths) {
        const file = await workspace.read(memory.workspace, path);
        const next = file.text.replaceAll(text, forgottenMark);
        await workspace.write(memory.workspace, path, next, file.hash, by);
      }
      return paths.length;
    },
  };
};
