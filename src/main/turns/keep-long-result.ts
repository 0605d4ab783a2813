import { cutEnd, cutStart } from "../base/cut-text.ts";
import type { Ids } from "../base/ids.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Longer results are written to a file; their beginning and end stay. UTF-16 units. */
const MAX_RESULT_CHARS = 80_000;
const SHOWN_CHARS = 2000;

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
  if (content.length <= MAX_RESULT_CHARS || session === null) return { content };
  const name = `${ids.next()}-${tool.replaceAll(/[^\w-]/g, "_")}.txt`;
  const path = await sessions.keepResult(session, name, content);
  const [start, end] = [cutStart(content, SHOWN_CHARS), cutEnd(content, SHOWN_CHARS)];
  const left = content.length - start.length - end.length;
  const gap = `\n\n… ${left} characters left out, the whole result is in ${path} …\n\n`;
  return { content: start + gap + end, file: path };
};
