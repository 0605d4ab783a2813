import fs, { type PathLike } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { BroadcastChannel, threadId } from "node:worker_threads";
import { Faults, type FileCall } from "./faults.ts";
import { Recorder } from "./recorder.ts";
import { DISK_VARIABLE, type DiskSetup } from "./setup.ts";

/**
 * Loaded with `--import` before anything else, in the child and in each of its worker threads: the file calls of
 * Node behave as the setup says. SQLite's own file calls are not touched. Reads of open files do not fail: a disk
 * that cannot be read is another kind of trouble.
 */
const setup = JSON.parse(process.env[DISK_VARIABLE] ?? "null") as DiskSetup | null;

export const diskChannel = "satchel-crash-disk";

const install = ({ seed, faultsPerThousand, recorded, lostSyncsPerThousand }: DiskSetup): void => {
  const faults = new Faults(seed + threadId * 7919, faultsPerThousand);
  const recorder = recorded && new Recorder(recorded);
  // A worker that starts later than the faults missed the word; then the main thread's environment says so.
  faults.active = process.env["SATCHEL_CRASH_FAULTS"] === "on";
  const channel = new BroadcastChannel(diskChannel);
  channel.unref();
  channel.addEventListener("message", () => {
    faults.active = true;
  });
  const fail = (call: FileCall): void => {
    const error = faults.next(call);
    if (error) throw error;
  };
  if (threadId === 0) {
    globalThis.satchelFaults = {
      count: () => faults.count,
      begin: () => {
        faults.active = true;
        process.env["SATCHEL_CRASH_FAULTS"] = "on";
        channel.postMessage("begin");
      },
    };
  }
  patchNames(recorder, fail);
  patchSync(recorder, fail);
  patchHandles(recorder, faults, lostSyncsPerThousand, fail);
  syncBuiltinESMExports();
};

type Fail = (call: FileCall) => void;
/** Of any signature: what is passed through is not looked at. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyCall = (...args: any[]) => any;

const patch = (target: object, name: string, wrap: (call: AnyCall) => AnyCall): void => {
  const table = target as Record<string, AnyCall>;
  const call = table[name];
  if (call) table[name] = wrap(call.bind(target));
};

const isRecursive = (options: unknown): boolean =>
  typeof options === "object" && options !== null && "recursive" in options && options.recursive === true;

const patchNames = (recorder: Recorder | null, fail: Fail): void => {
  const { promises } = fs;
  patch(promises, "rename", (call) => async (from: PathLike, to: PathLike) => {
    fail("name");
    if (recorder?.covers(from) && recorder.covers(to)) recorder.renaming(from, to);
    return call(from, to);
  });
  patch(promises, "link", (call) => async (from: PathLike, to: PathLike) => {
    fail("name");
    if (recorder?.covers(to)) recorder.creating(to);
    return call(from, to);
  });
  for (const name of ["unlink", "rm", "rmdir"]) {
    patch(promises, name, (call) => async (path: PathLike, options?: object) => {
      fail("name");
      const all = name === "rm" && isRecursive(options);
      if (name !== "rmdir" && recorder?.covers(path) && recorder.remove(path, all)) return undefined;
      return call(path, options);
    });
  }
  patch(promises, "mkdir", (call) => async (path: PathLike, options?: object) => {
    fail("name");
    if (recorder?.covers(path)) recorder.makingFolders(path, isRecursive(options));
    return call(path, options);
  });
  patch(promises, "copyFile", (call) => async (from: PathLike, to: PathLike, mode?: number) => {
    fail("write");
    if (recorder?.covers(to)) recorder.creating(to);
    const result: unknown = await call(from, to, mode);
    if (recorder?.covers(to)) recorder.writing(String(fs.lstatSync(to).ino), 0);
    return result;
  });
  patch(promises, "truncate", (call) => async (path: PathLike, length?: number) => {
    fail("write");
    if (recorder?.covers(path)) recorder.overwriting(String(fs.lstatSync(path).ino), path);
    return call(path, length);
  });
};

const patchSync = (recorder: Recorder | null, fail: Fail): void => {
  patch(fs, "mkdirSync", (call) => (path: PathLike, options?: object) => {
    fail("name");
    if (recorder?.covers(path)) recorder.makingFolders(path, isRecursive(options));
    return call(path, options) as unknown;
  });
  patch(fs, "renameSync", (call) => (from: PathLike, to: PathLike) => {
    fail("name");
    if (recorder?.covers(from) && recorder.covers(to)) recorder.renaming(from, to);
    return call(from, to) as unknown;
  });
  patch(fs, "unlinkSync", (call) => (path: PathLike) => {
    fail("name");
    if (recorder?.covers(path) && recorder.remove(path, false)) return undefined;
    return call(path) as unknown;
  });
  const opened = new Map<number, Opened>();
  patch(fs, "openSync", (call) => (path: PathLike, flags?: string | number, mode?: number) => {
    fail("open");
    const isCovered = recorder?.covers(path) ?? false;
    if (recorder?.covers(path) && creates(flags)) recorder.creating(path);
    const file = call(path, flags, mode) as number;
    const found = fs.fstatSync(file);
    if (isCovered)
      opened.set(file, { path: String(path), inode: String(found.ino), isFolder: found.isDirectory() });
    return file;
  });
  patch(fs, "closeSync", (call) => (file: number) => {
    opened.delete(file);
    return call(file) as unknown;
  });
  patch(fs, "fsyncSync", (call) => (file: number) => {
    fail("sync");
    call(file);
    const of = opened.get(file);
    if (of?.isFolder) recorder?.syncedFolder(of.path);
    else if (of) recorder?.synced(of.inode);
  });
};

/** What a handle leads to. */
type Opened = { readonly path: string; readonly inode: string; readonly isFolder: boolean };

const patchHandles = (
  recorder: Recorder | null,
  faults: Faults,
  lostSyncsPerThousand: number,
  fail: Fail,
): void => {
  const { promises } = fs;
  const opened = new WeakMap<FileHandle, Opened>();
  const open = promises.open.bind(promises);
  promises.open = async (...args: Parameters<typeof open>) => {
    fail("open");
    const [path, flags] = args;
    const isCovered = recorder?.covers(path) ?? false;
    if (recorder?.covers(path) && creates(flags)) recorder.creating(path);
    if (recorder?.covers(path) && flags === "w" && fs.existsSync(path)) {
      recorder.overwriting(String(fs.lstatSync(path).ino), path);
    }
    const file = await open(...args);
    const found = fs.fstatSync(file.fd);
    const isFolder = found.isDirectory();
    if (isCovered) opened.set(file, { path: String(path), inode: String(found.ino), isFolder });
    return withFaults(file);
  };

  const withFaults = (file: FileHandle): FileHandle => {
    const write = file.write.bind(file) as (
      bytes: Buffer,
      at: number,
      length: number,
    ) => Promise<{ bytesWritten: number }>;
    const sync = file.sync.bind(file);
    const truncate = file.truncate.bind(file);
    const torn = async (data: unknown): Promise<void> => {
      const bytes = Buffer.from(data as Uint8Array);
      const of = opened.get(file);
      if (of) recorder?.writing(of.inode, fs.fstatSync(file.fd).size);
      const error = faults.next("write");
      // A part of the bytes is on the disk when the call fails.
      const upTo = error ? faults.part(bytes.length) : bytes.length;
      for (let at = 0; at < upTo;) {
        const { bytesWritten } = await write(bytes, at, upTo - at);
        at += bytesWritten;
      }
      if (error) throw error;
    };
    file.writeFile = torn;
    file.appendFile = torn;
    file.write = (async (data: Uint8Array | string) => {
      await torn(data);
      return { bytesWritten: Buffer.byteLength(data), buffer: data };
    }) as unknown as typeof file.write;
    file.truncate = async (length) => {
      const of = opened.get(file);
      if (of) recorder?.overwriting(of.inode, of.path);
      return truncate(length);
    };
    const synced = async () => {
      fail("sync");
      const of = opened.get(file);
      if (of && faults.chance(lostSyncsPerThousand)) return recorder?.lostSync();
      await sync();
      if (of?.isFolder) recorder?.syncedFolder(of.path);
      else if (of) recorder?.synced(of.inode);
    };
    file.sync = synced;
    file.datasync = synced;
    return file;
  };

  // Node's own forms of these do not use the open above.
  const whole = (flag: "w" | "a") => async (path: PathLike, data: unknown, options?: unknown) => {
    const given =
      typeof options === "object" && options !== null ? (options as { flag?: string; mode?: number }) : {};
    const file = await promises.open(path, given.flag ?? flag, given.mode);
    try {
      await file.writeFile(data as Uint8Array);
    } finally {
      await file.close();
    }
  };
  promises.writeFile = whole("w") as typeof promises.writeFile;
  promises.appendFile = whole("a") as typeof promises.appendFile;
};

const creates = (flags: string | number | undefined): boolean =>
  typeof flags === "number" ? (flags & fs.constants.O_CREAT) !== 0 : /^[wa]/.test(flags ?? "r");

declare global {
  /** Of the main thread; faults of workers are injected, too, and not counted. */
  var satchelFaults: { count(): number; begin(): void } | undefined;
}

if (setup) install(setup);
