import { Failure } from "#shared/contract/index.ts";
import type { LoadedFile } from "../workspace/loaded-files.ts";
import { isSharedFile, privateHashes } from "../workspace/shared-files.ts";
import type { ToolContext } from "./tool.ts";

/** A file as a tool found it: which root it is in and its path there. */
export type FoundFile = { readonly root: string; readonly path: string };

/**
 * The scope gate of the tools: every tool that touches files goes through here. A main session reaches the
 * workspace and the project, `.satchel/` excepted (the path policy refuses it); a shared one only files that
 * a shared prompt may show, whatever they are called or linked as.
 */
export const reachable = async (path: string, context: ToolContext): Promise<FoundFile> => {
  const roots = [context.agent.workspace, ""];
  for (const root of roots) {
    const target = await context.workspace.roots.forReading(root, path);
    if (target.found === null) continue;
    if (context.scope === "main") return { root, path };
    await context.workspace.files.ready();
    const file = context.workspace.files.get(target.path);
    if (file && gateOf(context)(file)) return { root, path };
  }
  // The same answer for "missing" and "not for you": a shared session learns nothing from asking.
  throw new Failure("not-found", `There is no file at ${path}.`, { path });
};

/** The files a shared session may know of. */
export const sharedFiles = async (context: ToolContext): Promise<readonly LoadedFile[]> => {
  await context.workspace.files.ready();
  return context.workspace.files.list(context.agent.workspace).filter(gateOf(context));
};

/** The rule of the prompt's own gate. */
const gateOf = ({ workspace, agent, profileKind }: ToolContext) => {
  const hidden = privateHashes(workspace.files.list(agent.workspace));
  return (file: LoadedFile) => !hidden.has(file.sha) && isSharedFile(file, profileKind !== "persona");
};
