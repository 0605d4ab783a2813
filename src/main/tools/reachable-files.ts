import { Failure } from "#shared/contract/index.ts";
import type { LoadedFile } from "../workspace/loaded-files.ts";
import { realPathIn } from "../workspace/roots.ts";
import { isSharedFile, privateHashes } from "../workspace/shared-files.ts";
import { contains } from "../workspace/path-policy.ts";
import { isOthersFile, isOthersOverlayFile } from "./others-files.ts";
import type { ToolContext } from "./tool.ts";

/** A file that a tool found: the root it is in and its path there. */
export type FoundFile = { readonly root: string; readonly path: string };

/**
 * The scope gate of the tools: every tool that touches files goes through here. A main session reaches the
 * workspace and the project, except `.satchel/` (the path policy refuses it); a shared one only files that a
 * shared prompt may show, whatever their name or the links to them.
 */
export const reachable = async (path: string, context: ToolContext): Promise<FoundFile> => {
  const roots = [context.agent.workspace, ""];
  for (const root of roots) {
    const target = await context.workspace.roots.forReading(root, path);
    if (target.found === null) continue;
    if (isForeign(context)(target.absolute)) continue;
    if (context.scope === "main") return { root, path };
    await context.workspace.files.ready();
    const file = context.workspace.files.get(target.path);
    if (file && isOwn(target.path, context) && gateOf(context)(file)) return { root, path };
  }
  // The same answer for "missing" and "not allowed": a shared session learns nothing by asking.
  throw new Failure("not-found", `There is no file at ${path}.`, { path });
};

/** The text of one of the agent's own files; empty when it is missing or not allowed in this session. */
export const readOwn = async (root: string, path: string, context: ToolContext): Promise<string> => {
  if (context.scope !== "main") {
    const target = await context.workspace.roots.forReading(root, path);
    await context.workspace.files.ready();
    const file = target.found === null ? null : context.workspace.files.get(target.path);
    if (!file || !gateOf(context)(file)) return "";
  }
  return context.workspace.readManaged(root, path);
};

/** The files that a shared session may know of. */
export const sharedFiles = async (context: ToolContext): Promise<readonly LoadedFile[]> => {
  await context.workspace.files.ready();
  return context.workspace.files.list(context.agent.workspace).filter(gateOf(context));
};

/** In the agent's own workspace, or at the top of the project as its SOUL.md is. */
const isOwn = (path: string, { agent, workspace }: ToolContext): boolean =>
  !path.includes("/") || workspace.roots.workspaceOf(path)?.folder === agent.workspace;

/** Whether an absolute path, links resolved, is private to a different agent. */
const isForeign = ({ agent, agents, workspace }: ToolContext) => {
  const isOthers = isOthersFile(agent, agents);
  const isOthersInOverlay = isOthersOverlayFile(agent, agents);
  const { project } = workspace.roots;
  const overlay = workspace.roots.overlay();
  return (absolute: string) =>
    overlay !== null && contains(overlay, absolute)
      ? isOthersInOverlay(realPathIn(overlay, absolute))
      : isOthers(realPathIn(project, absolute));
};

/** The same rule as the prompt's gate. */
const gateOf = ({ workspace, agent, opensByTag }: ToolContext) => {
  const hidden = privateHashes(workspace.files.list(agent.workspace));
  return (file: LoadedFile) => !hidden.has(file.sha) && isSharedFile(file, opensByTag);
};
