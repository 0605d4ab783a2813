/** Names of files and folders that are never counted, recalled or printed on their own. */

export const isHiddenName = (name: string): boolean => name.startsWith(".");

/** Whether a file or a folder above it is hidden. */
export const isHidden = (path: string): boolean => path.split("/").some(isHiddenName);

/**
 * By the name alone, in any case: `*.pem`, `*.key`, `id_*`, `*credentials*`, `.env*`, and the files in which common
 * programs keep passwords.
 */
export const looksSecret = (path: string): boolean =>
  SECRET_NAME.test(path.slice(path.lastIndexOf("/") + 1)) || /(?:^|\/)\.git\/config$/i.test(path);

const SECRET_NAME =
  /^(?:.*\.pem|.*\.key|.*\.p12|.*\.pfx|.*\.kdbx|id_.*|.*credentials.*|\.env.*|\.npmrc|\.netrc|_netrc|\.pgpass|\.pypirc|\.htpasswd)$/is;

/** Installed packages are never the user's own text, even without an ignore file. */
export const isInstalled = (path: string): boolean => /(^|\/)node_modules(\/|$)/.test(path);
