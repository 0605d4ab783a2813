import { cutEnd, cutStart } from "../base/cut-text.ts";
import type { Ids } from "../base/ids.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Longer results go to a file; their beginning and end stay. UTF-16 units. */
const longest = 80_000;
const shown = 2000;

/**
 * A result as it is kept in a session. One that is too long goes to a file under the session, and its path, by
 * which `read_file` finds it, stands in its place.
 */
export const keepLongResult = async (
  tool: string,
  content: string,
  { session, sessions }: Pick<ToolContext, "session" | "sessions">,
  ids: Ids,
): Promise<{ readonly content: string; readonly file?: string }> => {
  if (content.length <= longest || session === null) return { content };
  const name = `${ids.next()}-${tool.replaceAll(/[^\w-]/g, "_")}.txt`;
  const path = await sessions.keepResult(session, name, content);
  const left = content.length - 2 * shown;
  const gap = `\n\n… ${left} characters left out, the whole result is in ${path} …\n\n`;
  return { content: cutStart(content, shown) + gap + cutEnd(content, shown), file: path };
};
