import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { FoundFile } from "./reachable-files.ts";
import { tool, type ToolContext } from "./tool.ts";

/** Many models call it `content`, whatever the definition says. */
const renamed = (args: unknown): unknown =>
  typeof args === "object" && args !== null && "content" in args ? { text: args.content, ...args } : args;

export const writeFile = tool({
  name: "write_file",
  description: "Writes a whole text file. The person sees the difference and is asked first.",
  input: z.preprocess(renamed, z.object({ path: z.string().min(1), text: z.string() })),
  asks: true,
  shared: false,
  preview: async ({ path, text }, context) => {
    const place = await placeFor(path, context);
    const before = await textAt(place, context);
    return { path: shownPath(place), before, after: text };
  },
  run: async ({ path, text }, context) => {
    const place = await placeFor(path, context);
    const known = await context.workspace.read(place.root, place.path).catch(() => null);
    await context.workspace.write(place.root, place.path, text, known?.hash);
    return `Wrote ${shownPath(place)}.`;
  },
});

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

const textAt = async ({ root, path }: FoundFile, { workspace }: ToolContext): Promise<string | null> => {
  try {
    return (await workspace.read(root, path)).text;
  } catch (error) {
    if (error instanceof Failure && error.code === "not-found") return null;
    throw error;
  }
};

const shownPath = ({ root, path }: FoundFile) => (root === "" ? path : `${root}/${path}`);
