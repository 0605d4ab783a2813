import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { relativePath } from "../workspace/path-policy.ts";
import { inProject } from "../workspace/roots.ts";
import type { FoundFile } from "./reachable-files.ts";
import { type PreparedWrite, tool, type ToolContext } from "./tool.ts";

/** Many models call it `content`, whatever the definition says. */
const renamed = (args: unknown): unknown =>
  typeof args === "object" && args !== null && "content" in args ? { text: args.content, ...args } : args;

export const writeFile = tool({
  name: "write_file",
  description: "Writes a whole text file. The person sees the difference and is asked first.",
  input: z.preprocess(renamed, z.object({ path: z.string().min(1), text: z.string() })),
  asks: true,
  shared: false,
  prepare: (args, context) => prepareWrite(args, context),
  run: async (args, context) => (await (await prepareWrite(args, context)).run()).content,
});

const prepareWrite = async (
  { path, text }: { readonly path: string; readonly text: string },
  context: ToolContext,
): Promise<PreparedWrite> => {
  refuseInvisible(path);
  const { workspace, by } = context;
  const place = await placeFor(path, context);
  const { root } = place;
  const shown = inProject(root, relativePath(place.path));
  const known = await fileAt(place, context);
  const author = { ...by, title: known ? `Wrote ${shown}` : `Created ${shown}` };
  return {
    shown: { path: shown, before: known?.text ?? null, after: text },
    run: async () => {
      const { change } = known
        ? await workspace.write(root, place.path, text, known.hash, author)
        : await workspace.create(root, place.path, "file", text, author);
      return { content: `Wrote ${shown}.`, change };
    },
  };
};

/** Characters that are drawn as nothing, as a blank or in another order: the path shown would not be the path. */
const refuseInvisible = (path: string): void => {
  if (!/[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(path)) return;
  throw new Failure("invalid-name", "The path holds characters that cannot be seen. Use plain ones.", {
    path,
  });
};

/**
 * Where a new file goes: a file that is there is written where it is, the workspace's first. Else to the
 * project when its first folder is one of the project's and not of the workspace's, else to the workspace.
 */
const placeFor = async (path: string, context: ToolContext): Promise<FoundFile> => {
  const own = { root: context.agent.workspace, path };
  const projects = { root: "", path };
  if (await exists(own, context)) return own;
  if (await exists(projects, context)) return projects;
  const [folder = "", ...rest] = path.replaceAll("\\", "/").replace(/^\/+/, "").split("/");
  if (rest.length === 0) return own;
  const inOwn = await exists({ ...own, path: folder }, context);
  return !inOwn && (await exists({ ...projects, path: folder }, context)) ? projects : own;
};

const exists = async ({ root, path }: FoundFile, { workspace }: ToolContext): Promise<boolean> =>
  (await workspace.roots.forReading(root, path)).found !== null;

/** Null when there is no such file; one that cannot be shown as text fails. */
const fileAt = async (
  { root, path }: FoundFile,
  { workspace }: ToolContext,
): Promise<{ readonly text: string; readonly hash: string } | null> => {
  try {
    return await workspace.read(root, path);
  } catch (error) {
    if (error instanceof Failure && error.code === "not-found") return null;
    throw error;
  }
};
