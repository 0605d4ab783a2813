import { z } from "zod";

/**
 * Where a text came from, lowest first. `outside`: the web, a tool server, an import, another member of a shared
 * session, a folder that is not trusted. `tool`: the result of a built-in tool on the user's own files. `agent`:
 * written by a model. `you`: typed or edited by the user, and the texts that ship with Satchel.
 *
 * The program sets it where a text enters, never a model or the text itself. It can only be lowered.
 */
export const ORIGINS = ["outside", "tool", "agent", "you"] as const;
export const origin = z.enum(ORIGINS);
export type Origin = z.output<typeof origin>;

/** The origin of what is derived from several texts; `you` when there are none. */
export const lowestOrigin = (...origins: readonly Origin[]): Origin =>
  ORIGINS.find((each) => origins.includes(each)) ?? "you";

/**
 * Stands at the end of a line of a plain file that came from outside, so that it is seen, and survives where nothing
 * else does: a copy, an editor, another program. It can only lower the origin of its line.
 */
export const OUTSIDE_MARK = "_(outside)_";

export const withOutsideMark = (line: string, from: Origin): string =>
  from === "outside" && !line.includes(OUTSIDE_MARK) ? `${line} ${OUTSIDE_MARK}` : line;

export const withoutOutsideMark = (text: string): string =>
  text.includes(OUTSIDE_MARK) ? text.replaceAll(` ${OUTSIDE_MARK}`, "").replaceAll(OUTSIDE_MARK, "") : text;
