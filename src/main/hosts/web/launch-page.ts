import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How long a browser has to read the page. */
export const LAUNCH_PAGE_MS = 60_000;

export type LaunchPage = {
  readonly file: string;
  remove(): Promise<void>;
};

/**
 * A page that redirects to the address with the token. A browser is started with the path of this page,
 * because every user of the machine can read the arguments of a process, and only the user can read this
 * file. It is removed when the browser has connected, after a minute, or when the server closes.
 */
export const writeLaunchPage = async (userData: string, url: string): Promise<LaunchPage> => {
  const folder = join(userData, "launch");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeOldPages(folder);
  const file = join(folder, `${randomBytes(8).toString("hex")}.html`);
  await writeFile(file, redirect(url), { mode: 0o600, flag: "wx" });
  const remove = async () => {
    clearTimeout(timer);
    await rm(file, { force: true });
  };
  const timer = setTimeout(() => void remove().catch(() => {}), LAUNCH_PAGE_MS).unref();
  return { file, remove };
};

/** Removes the page of a server that was killed. Its token is worthless, but nothing else would clean up. */
const removeOldPages = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (name.endsWith(".html") && found && Date.now() - found.mtimeMs > LAUNCH_PAGE_MS) {
      await rm(file, { force: true });
    }
  }
};

/** The address consists of digits, dots and base64url, so there is nothing to escape. */
const redirect = (url: string) => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Satchel</title>
<p><a href="${url}">Open Satchel</a></p>
`;
