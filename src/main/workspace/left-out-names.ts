/** Names of files and folders that are never counted, recalled or printed by themselves. */

export const isHiddenName = (name: string): boolean => name.startsWith(".");

/** Whether a file or a folder above it is hidden. */
export const isHidden = (path: string): boolean => path.split("/").some(isHiddenName);

/** By the name alone, in any case: `*.pem`, `*.key`, `id_*`, `*credentials*`, `.env*`. */
export const looksSecret = (path: string): boolean =>
  /^(?:.*\.pem|.*\.key|id_.*|.*credentials.*|\.env.*)$/is.test(path.slice(path.lastIndexOf("/") + 1));

/** Packages that were installed are never the user's own text, also where no ignore file says so. */
export const isInstalled = (path: string): boolean => /(^|\/)node_modules(\/|$)/.test(path);
