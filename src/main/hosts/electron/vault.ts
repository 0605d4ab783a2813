import { readFile } from "node:fs/promises";
import { safeStorage } from "electron";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { writeAtomic } from "../../base/write-atomic.ts";
import type { SecretVault } from "../../ports/ports.ts";

/** Name to encrypted value, base64. */
const vaultFile = z.record(z.string(), z.string());

/**
 * Keys, encrypted with a key that the operating system keeps. On a Linux without a keyring Electron would
 * "encrypt" with a password that is in its source code; such a vault is refused.
 */
export const systemVault = (file: string): SecretVault => {
  let lastWrite: Promise<unknown> = Promise.resolve();

  const read = async () => {
    const text = await readFile(file, "utf8").catch(whenMissing);
    return text === null ? {} : parse(text);
  };

  const rewrite = async (edit: (secrets: Record<string, string>) => void) => {
    const secrets = await read();
    edit(secrets);
    await writeAtomic(file, JSON.stringify(secrets), 0o600);
  };

  /** One change at a time, since each reads and rewrites the whole file. */
  const change = (edit: (secrets: Record<string, string>) => void): Promise<void> => {
    const changed = lastWrite.then(() => rewrite(edit));
    lastWrite = changed.catch(() => undefined);
    return changed;
  };

  return {
    kind: "system",
    get: async (name) => {
      await lastWrite;
      const secrets = await read();
      const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      if (secret === undefined) return null;
      requireKeyring();
      return decrypt(secret);
    },
    set: async (name, value) => {
      requireKeyring();
      const encrypted = safeStorage.encryptString(value).toString("base64");
      await change((secrets) => {
        secrets[name] = encrypted;
      });
    },
    remove: (name) =>
      change((secrets) => {
        delete secrets[name];
      }),
  };
};

const requireKeyring = () => {
  const plain = process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text";
  if (plain || !safeStorage.isEncryptionAvailable()) {
    throw new Failure(
      "vault-unavailable",
      "This system has no keyring to keep keys in. Start or install one (GNOME Keyring or KWallet) and try again.",
    );
  }
};

/** A key from a different machine, or from before the keyring was reset, cannot be read any more. */
const decrypt = (secret: string): string => {
  try {
    return safeStorage.decryptString(Buffer.from(secret, "base64"));
  } catch {
    throw new Failure(
      "secret-unreadable",
      "The system's keyring can no longer read this key. Enter it again.",
    );
  }
};

const whenMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === "ENOENT") return null;
  throw error;
};

const parse = (text: string): Record<string, string> => {
  try {
    return vaultFile.parse(JSON.parse(text));
  } catch {
    throw new Failure(
      "vault-unreadable",
      "The file with the encrypted keys is damaged. It was not changed. Move it away to start over.",
    );
  }
};
