import type { Client } from "#shared/contract/index.ts";
import { UsageError } from "./command.ts";
import { projectHere } from "./project-here.ts";
import type { Terminal } from "./terminal.ts";
import { withCore } from "./with-core.ts";

export type ProjectFlags = { readonly project?: string | undefined; readonly data?: string | undefined };

/** The two flags of every command that works on a project. */
export const projectFlags = { project: { type: "string" }, data: { type: "string" } } as const;

/** Opens the named project, or the current folder when it is one, and closes everything afterwards. */
export const withProject = async <T>(
  flags: ProjectFlags,
  terminal: Terminal,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const folder = flags.project ?? projectHere();
  if (folder === undefined) throw new UsageError("Name the project with --project DIR.");
  return withCore(flags, terminal, async (client) => {
    await client.call("project.open", { folder });
    return run(client);
  });
};
