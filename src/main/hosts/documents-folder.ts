import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** The user's folder for documents, as the system names it, for hosts that cannot ask Electron. */
export const documentsFolder = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string =>
  (platform === "darwin" || platform === "win32" ? null : xdgDocuments(env, home)) ?? join(home, "Documents");

/** Linux desktops translate the name and keep it in `user-dirs.dirs`: `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`. */
const xdgDocuments = (env: Readonly<Record<string, string | undefined>>, home: string): string | null => {
  const config =
    env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(home, ".config");
  const line = /^\s*XDG_DOCUMENTS_DIR="([^"]*)"/m.exec(readText(join(config, "user-dirs.dirs")))?.[1];
  const folder = line?.replace(/^\$HOME(?=\/|$)/, home).replace(/(?<=.)\/+$/, "");
  // The home folder itself means that the user has no folder for documents.
  return folder && isAbsolute(folder) && folder !== home ? folder : null;
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
