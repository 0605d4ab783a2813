import type { ProjectInfo } from "#shared/contract/project.ts";
import { Failure } from "#shared/contract/index.ts";
import { streamLog } from "../../base/log.ts";
import type { Core } from "../../create-core.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import { createSharedCore } from "../shared-core.ts";
import { type Command, UsageError } from "./command.ts";
import { readFlags } from "./read-flags.ts";

export const trust: Command = {
  name: "trust",
  usage: "trust [DIR] [--restrict] [--list] [--data DIR]",
  summary: "Trust a folder, or with --restrict open it without tools that write, skills and learning.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      restrict: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      data: { type: "string" },
    });
    const [folder, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`"${more[0]}" is not expected here.`);
    if (values.list === (folder !== undefined)) throw new UsageError("Name one folder, or use --list.");
    const paths = findHostPaths(values.data);
    const log = streamLog((line) => terminal.err(line));
    const core = createSharedCore(nodePorts("cli", paths, log), paths);
    try {
      if (folder === undefined) await terminal.out(await listed(core));
      else {
        // Opened first: when another process owns the folder, the owner has to change it.
        await request(core, "project.open", { folder });
        const { trusted } = await request<ProjectInfo>(core, "project.trust", { trusted: !values.restrict });
        await terminal.out(`${folder} is ${trusted ? "trusted" : "restricted"}.\n`);
      }
      return 0;
    } finally {
      await core.close();
    }
  },
};

const listed = async (core: Core): Promise<string> => {
  type Folders = { readonly folders: readonly { folder: string; trust: string; at: string }[] };
  const { folders } = await request<Folders>(core, "project.trustedFolders", {});
  if (folders.length === 0) return "Nothing was said about any folder yet.\n";
  return folders
    .map(({ folder, trust: how, at }) => `${how.padEnd(10)}  ${at.slice(0, 10)}  ${folder}\n`)
    .join("");
};

const request = async <T>(core: Core, method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw Failure.from(reply.error);
  return reply.value as T;
};
