import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export type FetchOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "failed" | "stalled" | "skipped" };

export type FetchOptions = {
  /** The package's own script that downloads and unpacks. */
  readonly installer: string;
  /**
   * Milliseconds without a new byte after which the download is stopped: before the first byte, and after it.
   */
  readonly firstByteWithin: number;
  readonly nextByteWithin: number;
  /** Aborted when the user does not want to wait. */
  readonly skip: AbortSignal;
  onProgress(bytes: number): void;
};

/**
 * Runs Electron's own installer to fetch its binary, and stops it when nothing arrives. The installer reports
 * no progress, so it gets a separate temporary folder in which the received bytes are counted.
 */
export const fetchElectron = async (options: FetchOptions): Promise<FetchOutcome> => {
  const folder = await mkdtemp(join(tmpdir(), "satchel-electron-"));
  const child = spawn(process.execPath, [options.installer], {
    stdio: "ignore",
    // In a separate process group, so that Ctrl-C is handled here.
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

/** Resolves when no byte arrived for too long; never after `done` is aborted. */
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
