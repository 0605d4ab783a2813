import { posix, win32 } from "node:path";
import type { AppCommand } from "#shared/contract/app.ts";
import { pageScheme } from "./page-address.ts";

/** What a link asks for: a folder, and the view to show of it. */
export type OpenLink = { readonly folder: string; readonly command: AppCommand | null };

/** Longer links are not written by people, and some systems cut them. */
const MAX_LINK_LENGTH = 2_048;

const commands = new Map<string, AppCommand>([
  ["files", "show-work"],
  ["budget", "show-budget"],
  ["memory", "show-memory"],
  ["agents", "show-agents"],
  ["history", "show-history"],
  ["xray", "show-xray"],
  ["inbox", "show-inbox"],
]);

export const isLink = (text: string): boolean =>
  text.slice(0, pageScheme.length + 1).toLowerCase() === `${pageScheme}:`;

/**
 * `satchel://open?folder=/home/ada/notes&view=budget`. Any page and any program can pass a link, so one that is
 * not exactly of this form is refused as a whole: null.
 */
export const readOpenLink = (text: string, platform: NodeJS.Platform): OpenLink | null => {
  if (text.length > MAX_LINK_LENGTH || !isLink(text) || !URL.canParse(text)) return null;
  const { host, pathname, username, password, port, hash, searchParams } = new URL(text);
  if (host !== "open" || !["", "/"].includes(pathname)) return null;
  if (username !== "" || password !== "" || port !== "" || hash !== "") return null;
  const keys = [...searchParams.keys()];
  if (new Set(keys).size < keys.length || keys.some((key) => key !== "folder" && key !== "view")) return null;
  const folder = checkedFolder(searchParams.get("folder") ?? "", platform);
  const view = searchParams.get("view");
  const command = view === null ? null : commands.get(view);
  return folder === null || command === undefined ? null : { folder, command };
};

/**
 * Control characters, and those that turn the direction of a line, would make the question about the folder show
 * a different one. A path of a network (`\\server\share`) would send the user's name to that server.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u;

const checkedFolder = (folder: string, platform: NodeJS.Platform): string | null => {
  if (HIDDEN.test(folder)) return null;
  if (platform !== "win32") return posix.isAbsolute(folder) ? posix.normalize(folder) : null;
  return /^[a-z]:[\\/]/i.test(folder) ? win32.normalize(folder) : null;
};
