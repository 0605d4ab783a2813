import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { sha256 } from "../workspace/read-file.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Maximum size of a version when unpacked; a stored one that is larger is broken or a trap. */
const MAX_VERSION_BYTES = MAX_EDITABLE_BYTES + 1024;

export type Version = {
  readonly bytes: Buffer;
  /** Words of it were forgotten since, so its bytes no longer match its hash. */
  readonly forgotten: boolean;
};

/**
 * The texts that changes refer to: `.satchel/versions/<first two digits>/<hash>.gz`, each stored once. A
 * plain gunzip restores one without the app.
 */
export class Versions {
  readonly #kept: KeptFiles;
  /** Known to be on disk since this process started. */
  readonly #safe = new Set<string>();
  /** Unknown until it is first requested. */
  #usedBytes: number | null = null;
  /** Kept for a change that is not written down yet. */
  readonly #pending = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();

  constructor(kept: KeptFiles) {
    this.#kept = kept;
  }

  /** Settles when the bytes are on disk. They stay at least until `recorded` says that a change refers to them. */
  async keep(hash: string, bytes: Uint8Array): Promise<void> {
    this.#pending.add(hash);
    await this.#sweeping;
    if (this.#safe.has(hash)) return;
    const path = pathOf(hash);
    if (!(await this.#isSound(hash)) || !(await this.#sync(path))) {
      const packed = await pack(bytes);
      await this.#kept.write(path, packed);
      this.#grew(packed.length);
    }
    this.#safe.add(hash);
  }

  /** A change that refers to these texts is written down. */
  recorded(hashes: Iterable<string>): void {
    for (const hash of hashes) this.#pending.delete(hash);
  }

  /** Removes those of the texts that are not needed. Texts that are about to be kept wait. */
  sweep(hashes: Iterable<string>, needed: () => ReadonlySet<string>): Promise<void> {
    const before = this.#sweeping;
    const work = async () => {
      await before;
      const used = new Set([...needed(), ...this.#pending]);
      for (const hash of hashes) if (!used.has(hash)) await this.remove(hash);
    };
    const done = work();
    this.#sweeping = done.catch(() => {});
    return done;
  }

  /** The same without waiting for the disk: for texts that are still in their files. */
  async keepLoosely(hash: string, bytes: Uint8Array): Promise<void> {
    if (this.#safe.has(hash) || (await this.has(hash))) return;
    const temp = `${pathOf(hash)}.${randomBytes(4).toString("hex")}`;
    const file = await this.#kept.open(temp, "loose");
    try {
      const packed = await pack(bytes, { level: 1 });
      await file.writeFile(packed);
      this.#grew(packed.length);
    } finally {
      await file.close();
    }
    await this.#kept.rename(temp, pathOf(hash));
  }

  async has(hash: string): Promise<boolean> {
    if (!isHash(hash)) return false;
    return this.#kept.stat(pathOf(hash)) !== null || this.#kept.stat(redactedPath(hash)) !== null;
  }

  /** Null when it was not kept, was removed, or is broken. */
  async read(hash: string): Promise<Version | null> {
    if (!isHash(hash)) return null;
    const bytes = await this.#unpacked(pathOf(hash));
    if (bytes && sha256(bytes) === hash) return { bytes, forgotten: false };
    const redacted = await this.#unpacked(redactedPath(hash));
    return redacted && { bytes: redacted, forgotten: true };
  }

  /** Hash and size on disk of everything that is kept. */
  async *list(): AsyncGenerator<{ readonly hash: string; readonly bytes: number }> {
    for (const { name: folder, kind } of await this.#kept.list(VERSIONS_FOLDER)) {
      if (kind !== "folder" || !/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const { name } of await this.#kept.list(`${VERSIONS_FOLDER}/${folder}`)) {
        const hash = name.slice(0, 64);
        const found = isHash(hash) ? this.#kept.stat(`${VERSIONS_FOLDER}/${folder}/${name}`) : null;
        if (found) yield { hash, bytes: Number(found.size) };
      }
    }
  }

  /** Size of all of them, compressed. Counted once, then updated. */
  async usedBytes(): Promise<number> {
    if (this.#usedBytes !== null) return this.#usedBytes;
    let bytes = 0;
    for await (const version of this.list()) bytes += version.bytes;
    this.#usedBytes = bytes;
    return bytes;
  }

  #grew(bytes: number): void {
    if (this.#usedBytes !== null) this.#usedBytes += bytes;
  }

  async remove(hash: string): Promise<void> {
    if (!isHash(hash)) return;
    this.#usedBytes = null;
    this.#safe.delete(hash);
    await this.#kept.remove(pathOf(hash));
    await this.#kept.remove(redactedPath(hash));
  }

  /** How many kept texts contain this. */
  async countSaying(text: string): Promise<number> {
    let count = 0;
    for await (const { hash } of this.list()) {
      if ((await this.read(hash))?.bytes.includes(text)) count += 1;
    }
    return count;
  }

  /** Replaces these words in every kept text; returns in how many. */
  async redact(text: string, replacement: string): Promise<number> {
    let count = 0;
    for await (const { hash } of this.list()) {
      const version = await this.read(hash);
      if (!version?.bytes.includes(text)) continue;
      const next = version.bytes.toString("utf8").replaceAll(text, replacement);
      await this.#kept.write(redactedPath(hash), await pack(Buffer.from(next)));
      await this.#kept.remove(pathOf(hash));
      this.#safe.delete(hash);
      count += 1;
    }
    return count;
  }

  async #isSound(hash: string): Promise<boolean> {
    const bytes = await this.#unpacked(pathOf(hash));
    return bytes !== null && sha256(bytes) === hash;
  }

  async #unpacked(path: string): Promise<Buffer | null> {
    try {
      const packed = await this.#kept.read(path, MAX_VERSION_BYTES);
      return await unpack(packed, { maxOutputLength: MAX_VERSION_BYTES });
    } catch {
      return null;
    }
  }

  /** False when it cannot be opened for that. */
  async #sync(path: string): Promise<boolean> {
    const file = await this.#kept.open(path, "append").catch(() => null);
    if (!file) return false;
    try {
      await file.sync();
      // A text that was kept loosely has a name that a power cut may still take.
      await this.#kept.syncFolderOf(path);
      return true;
    } finally {
      await file.close();
    }
  }
}

export const VERSIONS_FOLDER = `${privateFolder}/versions`;

export const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);

const pathOf = (hash: string): string => `${VERSIONS_FOLDER}/${hash.slice(0, 2)}/${hash}.gz`;

const redactedPath = (hash: string): string => `${VERSIONS_FOLDER}/${hash.slice(0, 2)}/${hash}.redacted.gz`;
