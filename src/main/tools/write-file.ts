import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { hasInvisible } from "#shared/model/visible-text.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { isWithin, realPathIn } from "../workspace/roots.ts";
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
  trustedOnly: true,
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
  const shown = await realPathOf(place, context);
  const known = await fileAt(place, context);
  const author = { ...by, title: known ? `Wrote ${shown}` : `Created ${shown}` };
  return {
    shown: { path: shown, before: known?.text ?? null, after: text },
    run: async () => {
      if ((await realPathOf(place, context)) !== shown) {
        throw new Failure("changed-since", `${path} leads to another file now.`, { path });
      }
      await context.wrote(text);
      const { change } = known
        ? await workspace.write(root, place.path, text, known.hash, author)
        : await workspace.create(root, place.path, "file", text, author);
      return { content: `Wrote ${shown}.`, change };
    },
  };
};

/** The path shown would not be the path. */
const refuseInvisible = (path: string): void => {
  if (!hasInvisible(path)) return;
  throw new Failure("invalid-name", "The path contains invisible characters. Remove them and try again.", {
    path,
  });
};

/**
 * Where a file is written: an existing file at its place, with the workspace's first. A new one goes to the
 * project when its first folder exists in the project and not in the workspace, otherwise to the workspace.
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

/** Where a write would really go: a link is shown, and judged, as what it leads to. */
const realPathOf = async ({ root, path }: FoundFile, { workspace }: ToolContext): Promise<string> => {
  const { roots } = workspace;
  const target = await roots.forWriting(root, path);
  const real = realPathIn(roots.project, target.absolute);
  // An overlay, or notes that are kept apart: known by the path they stand for.
  return target.layer === "overlay" || isWithin(privateFolder, real) ? target.path : real;
};

const exists = async ({ root, path }: FoundFile, { workspace }: ToolContext): Promise<boolean> =>
  (await workspace.roots.forReading(root, path)).found !== null;

/** Null when the file does not exist; fails for a file that cannot be shown as text. */
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
