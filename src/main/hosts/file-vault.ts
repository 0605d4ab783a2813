import { readFile } from "node:fs/promises";
import { Failure } from "#shared/contract/index.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import type { SecretVault } from "../ports/ports.ts";

/** A sentence in the file itself, for anyone who finds it. */
const warning =
  "Satchel's keys, readable by anyone who can read this file. Do not share it and keep it out of backups others can open.";

type VaultFile = { warning: string; keys: Record<string, string> };

/**
 * Keys in a file that only its owner can read, for hosts without a system keychain. Written to a new file
 * that replaces the old one, so that a crash leaves either the old keys or the new ones.
 */
export const fileVault = (path: string): SecretVault => {
  // One change at a time: concurrent changes would lose one of them.
  let last: Promise<unknown> = Promise.resolve();
  const change = (edit: (keys: Record<string, string>) => void): Promise<void> => {
    const before = last;
    const next = (async () => {
      await before;
      const { keys } = await read(path);
      edit(keys);
      await write(path, { warning, keys });
    })();
    last = next.catch(() => {});
    return next;
  };
  return {
    kind: "file",
    get: async (name) => {
      await last;
      const { keys } = await read(path);
      return Object.hasOwn(keys, name) ? (keys[name] ?? null) : null;
    },
    set: (name, value) =>
      change((keys) => {
        keys[name] = value;
      }),
    remove: (name) =>
      change((keys) => {
        delete keys[name];
      }),
  };
};

const read = async (path: string): Promise<VaultFile> => {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new Failure(
      "vault-unreadable",
      `The file with the keys at ${path} cannot be read. Check its permissions.`,
      { path },
    );
  });
  if (text === null) return { warning, keys: emptyKeys() };
  const keys = parseKeys(text);
  if (!keys) {
    throw new Failure(
      "vault-unreadable",
      `The file with the keys at ${path} is damaged. Move it away to start over.`,
      {
        path,
      },
    );
  }
  return { warning, keys };
};

/** Without a prototype: a key may have any name. */
const emptyKeys = () => Object.create(null) as Record<string, string>;

const parseKeys = (text: string): Record<string, string> | null => {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (typeof keys !== "object" || keys === null) return null;
    if (!Object.values(keys).every((value) => typeof value === "string")) return null;
    return Object.assign(emptyKeys(), keys);
  } catch {
    return null;
  }
};

/** A part that a killed process leaves has the name of a temporary file and is cleared later. */
const write = (path: string, content: VaultFile): Promise<void> =>
  writeAtomic(path, `${JSON.stringify(content, null, 2)}\n`, 0o600, { folderMode: 0o700 });
