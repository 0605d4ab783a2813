import { z } from "zod";
import { looksSecret } from "../workspace/left-out-names.ts";
import { inProject } from "../workspace/roots.ts";
import { isOthersFile } from "./others-files.ts";
import { sharedFiles } from "./reachable-files.ts";
import { tool, type ToolContext } from "./tool.ts";

const MAX_RESULTS = 200;

export const searchFiles = tool({
  name: "search_files",
  description: "Finds a text in the files of the workspace, or of the whole project. Gives path:line: text.",
  input: z.object({
    query: z.string().min(1),
    where: z.enum(["workspace", "project"]).default("workspace"),
  }),
  asks: false,
  shared: true,
  run: async ({ query, where }, context) => {
    const { hits, unread } =
      context.scope === "shared" ? await inShared(query, context) : await inFiles(query, where, context);
    const open = hits.filter(({ path }) => !looksSecret(path));
    const secret = new Set(hits.map(({ path }) => path).filter(looksSecret));
    for (const { text } of open) context.saw(text);
    const lines = open.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`);
    if (lines.length === 0) lines.push(`Nothing found for: ${query}`);
    if (secret.size > 0) lines.push(leftOut([...secret]));
    if (unread > 0)
      lines.push(
        `Not searched, because they could not be read: ${unread} ${unread === 1 ? "file or folder" : "files or folders"}.`,
      );
    return lines.join("\n");
  },
});

/** The person is asked before a secret is read; `read_file` asks. */
const leftOut = (paths: readonly string[]): string =>
  `Left out, because they look like secrets (read_file asks the person): ${paths.join(", ")}`;

const inFiles = async (query: string, where: "workspace" | "project", context: ToolContext) => {
  const root = where === "workspace" ? context.agent.workspace : "";
  const options = { root, query, caseSensitive: false, limit: MAX_RESULTS, signal: context.signal };
  const isOthers = isOthersFile(context.agent, context.agents);
  // A line with two matches is one result.
  const found = await context.workspace.search(options);
  const hits = found.hits.filter(
    ({ path, line }, index, all) =>
      !isOthers(inProject(root, path)) && (path !== all[index - 1]?.path || line !== all[index - 1]?.line),
  );
  return { hits, unread: found.unread.count };
};

const inShared = async (query: string, context: ToolContext) => {
  const wanted = query.toLowerCase();
  const files = await sharedFiles(context);
  const hits = files
    .flatMap((file) =>
      file
        .text()
        .split("\n")
        .map((text, index) => ({ path: file.inner, line: index + 1, text })),
    )
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .slice(0, MAX_RESULTS);
  return { hits, unread: 0 };
};
