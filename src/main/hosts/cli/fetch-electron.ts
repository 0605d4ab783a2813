import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export type FetchOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "failed" | "stalled" | "skipped" };

export type FetchOptions = {
  /** The package's own program that downloads and unpacks. */
  readonly installer: string;
  /** Milliseconds without a new byte after which it is given up: before the first one, and after it. */
  readonly firstByteWithin: number;
  readonly nextByteWithin: number;
  /** Aborted when the user does not want to wait. */
  readonly skip: AbortSignal;
  onProgress(bytes: number): void;
};

/**
 * Lets Electron's own installer fetch its binary, and stops it when nothing comes. The installer tells
 * nothing on the way, so it gets a temporary folder of its own and the bytes that arrive there are counted.
 */
export const fetchElectron = async (options: FetchOptions): Promise<FetchOutcome> => {
  const folder = await mkdtemp(join(tmpdir(), "satchel-electron-"));
  const child = spawn(process.execPath, [options.installer], {
    stdio: "ignore",
    // In its own group: Ctrl-C is for us to handle.
    detached: true,
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  const ended = new Promise<FetchOutcome>((done) => {
    child.on("error", () => done({ ok: false, reason: "failed" }));
    child.on("close", (code) => done(code === 0 ? { ok: true } : { ok: false, reason: "failed" }));
  });
  const skipped = new Promise<FetchOutcome>((done) => {
    const skip = () => done({ ok: false, reason: "skipped" });
    if (options.skip.aborted) skip();
    options.skip.addEventListener("abort", skip, { once: true });
  });
  const done = new AbortController();
  // A file from the cache is only unpacked, beside the installer.
  const folders = [folder, join(dirname(options.installer), "dist")];
  const outcome = await Promise.race([ended, skipped, watchBytes(folders, options, done.signal)]);
  done.abort();
  if (!outcome.ok) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return outcome;
};

/** Resolves when no byte came for too long; never after `done` is aborted. */
const watchBytes = async (
  folders: readonly string[],
  options: FetchOptions,
  done: AbortSignal,
): Promise<FetchOutcome> => {
  let bytes = await sizeOfAll(folders);
  let patience = options.firstByteWithin;
  let since = performance.now();
  while (!done.aborted && performance.now() - since <= patience) {
    await setTimeout(250, undefined, { signal: done }).catch(() => {});
    const now = await sizeOfAll(folders);
    if (now === bytes) continue;
    bytes = now;
    patience = options.nextByteWithin;
    since = performance.now();
    options.onProgress(bytes);
  }
  return done.aborted ? new Promise<never>(() => {}) : { ok: false, reason: "stalled" };
};

const sizeOfAll = async (folders: readonly string[]) =>
  (await Promise.all(folders.map(sizeOf))).reduce((sum, size) => sum + size, 0);

const sizeOf = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return found?.isFile() ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
