import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename, dirname, isAbsolute } from "node:path";
import type { FileWarning } from "#shared/contract/project.ts";
import { bareModelName, type ModelEncoding } from "./encoding-for-model.ts";

/**
 * The tokenizers of models that the user has a `tokenizer.json` for. A file is read once and held in memory
 * shared by the workers, so a count always uses the file whose hash its encoding names, even when the file is
 * changed or removed meanwhile.
 */
export type TokenizerFiles = {
  /** Null when the model has no working tokenizer file. */
  encodingOf(model: string | null): ModelEncoding | null;
  find(encoding: string): SharedArrayBuffer | null;
  /** Model id to absolute path. Settles when each file was loaded or found not to be a tokenizer. */
  use(files: Readonly<Record<string, string>>): Promise<void>;
  warnings(): readonly FileWarning[];
};

/** The largest in use, with a vocabulary of 260,000, have some 35 MB. */
const MAX_BYTES = 128 * 1024 * 1024;

/** `tryOut` runs in a worker and fails when the file is not a tokenizer that can be loaded. */
export const createTokenizerFiles = (
  tryOut: (encoding: string, file: SharedArrayBuffer) => Promise<unknown>,
): TokenizerFiles => {
  let models: ReadonlyMap<string, string> = new Map();
  let warnings: readonly FileWarning[] = [];
  // Never emptied: a running count may name one that was just removed from the settings.
  const loaded = new Map<string, SharedArrayBuffer>();
  let uses = 0;

  const load = async (path: string): Promise<string> => {
    const { bytes, sha256 } = await readShared(path);
    const encoding = `${basename(dirname(path))}/${basename(path)}@${sha256.slice(0, 16)}`;
    if (loaded.has(encoding)) return encoding;
    await tryOut(encoding, bytes);
    loaded.set(encoding, bytes);
    return encoding;
  };

  const tryToLoad = async (model: string, path: string): Promise<string | FileWarning> => {
    try {
      return await load(path);
    } catch (error) {
      const [reason] = String(error)
        .replace(/^(\w*Error: )+/, "")
        .split("\n");
      const message = `The tokenizer of ${model} cannot be used: ${path} (${reason}). Its tokens are estimated.`;
      return { code: "tokenizer-unusable", path: "", line: null, message };
    }
  };

  return {
    encodingOf: (model) => {
      const encoding =
        model === null ? undefined : (models.get(keyOf(model)) ?? models.get(bareModelName(model)));
      return encoding === undefined ? null : { encoding, exact: true };
    },
    find: (encoding) => loaded.get(encoding) ?? null,
    use: async (files) => {
      const mine = ++uses;
      const results = await Promise.all(
        Object.entries(files).map(async ([model, path]) => [model, await tryToLoad(model, path)] as const),
      );
      // A later call replaced this one.
      if (mine !== uses) return;
      models = new Map(
        results.flatMap(([model, result]) => (typeof result === "string" ? [[keyOf(model), result]] : [])),
      );
      warnings = results.flatMap(([, result]) => (typeof result === "string" ? [] : [result]));
    },
    warnings: () => warnings,
  };
};

const keyOf = (model: string): string => model.trim().toLowerCase();

const readShared = async (path: string): Promise<{ bytes: SharedArrayBuffer; sha256: string }> => {
  if (!isAbsolute(path)) throw new Error("its path is not absolute");
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? "the file is missing" : `it cannot be read: ${error.code}`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error("it is not a file");
    if (found.size > MAX_BYTES) throw new Error("it is far too large");
    const bytes = new SharedArrayBuffer(found.size);
    const view = new Uint8Array(bytes);
    const hash = createHash("sha256");
    // In pieces, so that hashing never blocks the thread for long.
    for (let at = 0; at < view.length;) {
      const { bytesRead } = await file.read(view, at, Math.min(1024 * 1024, view.length - at), at);
      if (bytesRead === 0) throw new Error("it became shorter while it was read");
      hash.update(view.subarray(at, at + bytesRead));
      at += bytesRead;
    }
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
};
