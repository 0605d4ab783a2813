import type { Ids } from "../base/ids.ts";
import { isLongResult, shortResult } from "../sessions/long-result.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * A result as it is stored in a session. A result that is too long is written to a file under the session and
 * replaced by the file's path, with which `read_file` finds it.
 */
export const keepLongResult = async (
  tool: string,
  content: string,
  { session, sessions }: Pick<ToolContext, "session" | "sessions">,
  ids: Ids,
): Promise<{ readonly content: string; readonly file?: string }> => {
  if (!isLongResult(content) || session === null) return { content };
  const name = `${ids.next()}-${tool.replaceAll(/[^\w-]/g, "_")}.txt`;
  const path = await sessions.keepResult(session, name, content);
  return { content: shortResult(content, path), file: path };
};
