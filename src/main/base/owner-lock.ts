import { randomBytes } from "node:crypto";
import { type BigIntStats, lstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { errnoOf } from "./errno.ts";
import type { KeptFiles } from "./kept-files.ts";
import { isRunning, processIdentity, processPlace, thisProcess } from "./process-identity.ts";

/**
 * One process owns a folder. Its claim is a file `<number>.json` in `FOLDER`, created exclusively. The owner
 * is the process that has a claim, saw no higher claim after it had written its own, and found every lower
 * claim dead.
 *
 * Why two takers cannot both win: each writes its claim first and reads the others second. Of two live claims
 * at least one was written before the other process read, so at least one of the two sees the other and
 * withdraws. When both withdraw, both try again after a random wait. Nothing else is relied on: claims may be
 * removed at any time, and a dead claim is only removed by a process that has won.
 *
 * How a claim is found dead: where process ids mean the same as here (`place`), the process is checked by id
 * and start time. So a reused process id and a SIGKILL are recognised at once, and a suspended process keeps
 * its claim. For a claim from elsewhere (a different machine on a network drive, a container, an earlier
 * boot) only the heartbeat counts: the owner appends a byte every `BEAT_MS`, and the file's time is compared
 * with that of a file created now in the same folder, so that the clocks of two machines need not agree.
 */
const FOLDER = ".satchel/owner";

export const BEAT_MS = 10_000;
/** A claim from elsewhere without a heartbeat for this long is dead. */
export const STALE_MS = 60_000;
/** A claim without a record for this long was left by a process that was killed while writing it. */
const UNSIGNED_MS = 3_000;
/** The claim file is cut back to its record after this many heartbeats. */
const MAX_BEATS = 10_000;
const MAX_RECORD_BYTES = 4096;
const MAX_TRIES = 50;
/** No folder is taken this often. A stranger's claim with a higher number must not lead to names that nobody reads. */
const MAX_NUMBER = 1_000_000_000;

const ownerRecord = z.object({
  /** Names this ownership. Its secrets are in the user's data folder, under this name. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  process: processIdentity,
  place: z.string().max(200),
  /** The folder that was claimed: a copy of a folder also contains its claims. */
  folder: z.string().max(100),
  /** For people: what the owner is, where it runs, since when, and where its socket is. */
  host: z.string().max(20),
  machine: z.string().max(300),
  since: z.string().max(40),
  socket: z.string().max(300).nullable(),
});
export type OwnerRecord = z.output<typeof ownerRecord>;

export type Ownership = {
  readonly record: OwnerRecord;
  /** False once the claim was lost. Checks again when the last heartbeat was long ago, as after a sleep. */
  isHeld(): Promise<boolean>;
  close(): Promise<void>;
};

export type Claimant = Pick<OwnerRecord, "host" | "socket"> & {
  readonly now: () => Date;
  readonly beatMs?: number;
};

/** Takes the folder, or returns who owns it. */
export const takeOwnership = async (
  files: KeptFiles,
  claimant: Claimant,
): Promise<{ readonly ownership: Ownership } | { readonly owner: OwnerRecord | null }> => {
  for (let attempt = 0; ; attempt += 1) {
    const before = await livingClaims(files, null);
    if (before.living.length > 0) {
      const signed = before.living.find(({ record }) => record !== null);
      // A claim without a record is being written at this moment, and may belong to a process that will
      // withdraw.
      if (signed?.record || attempt >= MAX_TRIES) return { owner: signed?.record ?? null };
      await wait(20);
      continue;
    }
    const claim = await makeClaim(files, before.highest + 1, recordFor(files, claimant));
    if (claim && (await wins(files, claim))) return { ownership: hold(files, claim, claimant) };
    if (claim) await withdraw(files, claim);
    if (attempt >= MAX_TRIES) return { owner: null };
    await wait(5 + Math.random() * 50);
  }
};

/** The folder's current owner; null when it has none. */
export const findOwner = async (files: KeptFiles): Promise<OwnerRecord | null> => {
  const { living } = await livingClaims(files, null);
  return living.findLast(({ record }) => record !== null)?.record ?? null;
};

type Claim = {
  readonly number: number;
  readonly path: string;
  readonly record: OwnerRecord;
  readonly file: FileHandle;
  /** Size of the record. */
  readonly bytes: number;
};

type Found = { readonly number: number; readonly path: string; readonly record: OwnerRecord | null };

const pathOf = (number: number) => `${FOLDER}/${number}.json`;

const recordFor = (files: KeptFiles, { host, socket, now }: Claimant): OwnerRecord => ({
  nonce: randomBytes(16).toString("hex"),
  process: thisProcess(),
  place: processPlace(),
  folder: folderId(files),
  host,
  machine: hostname(),
  since: now().toISOString(),
  socket,
});

/** Null when a different process was faster. */
const makeClaim = async (files: KeptFiles, number: number, record: OwnerRecord): Promise<Claim | null> => {
  const path = pathOf(number);
  const line = `${JSON.stringify(record)}\n`;
  const file = await files.open(path, "new").catch((error: unknown) => {
    if (errnoOf(error) === "EEXIST") return null;
    throw error;
  });
  if (!file) return null;
  try {
    await file.writeFile(line);
  } catch (error) {
    await file.close();
    await files.remove(path);
    throw error;
  }
  return { number, path, record, file, bytes: Buffer.byteLength(line) };
};

/** Reads the other claims after the own claim was written. Removes dead claims with a lower number. */
const wins = async (files: KeptFiles, claim: Claim): Promise<boolean> => {
  const { living, dead, highest } = await livingClaims(files, claim.record.nonce);
  if (living.length > 0 || highest > claim.number) return false;
  for (const { path } of dead) await files.remove(path);
  return true;
};

const withdraw = async (files: KeptFiles, claim: Claim): Promise<void> => {
  await claim.file.close().catch(() => {});
  await files.remove(claim.path);
};

/** All claims except the own one. */
const livingClaims = async (files: KeptFiles, own: string | null) => {
  const entries = await files.list(FOLDER);
  const numbers = entries
    .map(({ name }) => /^(\d{1,12})\.json$/.exec(name)?.[1])
    .flatMap((text) => (text === undefined ? [] : [Number(text)]))
    .toSorted((a, b) => a - b);
  const living: Found[] = [];
  const dead: Found[] = [];
  const clock = folderClock(files);
  for (const number of numbers) {
    const path = pathOf(number);
    const record = await readRecord(files, path);
    if (own !== null && record?.nonce === own) continue;
    const stats = files.stat(path);
    // Withdrawn since it was listed, or not a regular file, so not written by Satchel.
    if (!stats) continue;
    const found = { number, path, record };
    ((await isAlive(files, record, stats, clock)) ? living : dead).push(found);
  }
  return { living, dead, highest: numbers.findLast((number) => number < MAX_NUMBER) ?? 0 };
};

const isAlive = async (
  files: KeptFiles,
  record: OwnerRecord | null,
  stats: BigIntStats,
  clock: () => Promise<number>,
): Promise<boolean> => {
  if (record?.place === processPlace()) {
    return record.folder === folderId(files) && (await isRunning(record.process));
  }
  const age = Math.abs((await clock()) - Number(stats.mtimeMs));
  return age < (record ? STALE_MS : UNSIGNED_MS);
};

/** The time according to the folder's disk, read once. */
const folderClock = (files: KeptFiles) => {
  let time: Promise<number> | null = null;
  const ask = async () => {
    const path = `${FOLDER}/clock-${randomBytes(8).toString("hex")}`;
    try {
      const file = await files.open(path, "loose");
      await file.close();
      return Number(files.stat(path)?.mtimeMs ?? Date.now());
    } catch (error) {
      // A folder that this process cannot write to.
      if (["EACCES", "EPERM", "EROFS"].includes(errnoOf(error) ?? "")) return Date.now();
      throw error;
    } finally {
      await files.remove(path).catch(() => {});
    }
  };
  return () => (time ??= ask());
};

/** Null when the claim is gone, is being written, or holds something else. */
const readRecord = async (files: KeptFiles, path: string): Promise<OwnerRecord | null> => {
  const file = await files.open(path, "read").catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_RECORD_BYTES), 0, MAX_RECORD_BYTES, 0);
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    return ownerRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
};

const folderId = (files: KeptFiles): string => {
  const { dev, ino } = lstatSync(files.root, { bigint: true });
  return `${dev}:${ino}`;
};

const hold = (files: KeptFiles, first: Claim, claimant: Claimant): Ownership => {
  const { beatMs = BEAT_MS } = claimant;
  let claim = first;
  let beats = 0;
  let beatAt = Date.now();
  let state: "held" | "lost" | "closed" = "held";
  let beating: Promise<void> | null = null;

  /** Writes first and reads second, as a taker does. */
  const beat = async () => {
    beats += 1;
    if (beats % MAX_BEATS === 0) await claim.file.truncate(claim.bytes);
    await claim.file.appendFile("\n");
    const { living, highest } = await livingClaims(files, claim.record.nonce);
    const isThere = (await readRecord(files, claim.path))?.nonce === claim.record.nonce;
    if (living.length === 0 && highest <= claim.number && isThere) return;
    if (living.length > 0 || isThere || !(await claimAgain(highest))) state = "lost";
  };
  /**
   * The file is gone, for example because somebody removed `.satchel`: the folder is still ours if no other
   * process took it.
   */
  const claimAgain = async (highest: number): Promise<boolean> => {
    const next = await makeClaim(files, Math.max(highest, claim.number) + 1, claim.record);
    if (!next) return false;
    await claim.file.close().catch(() => {});
    claim = next;
    return wins(files, next);
  };
  const beatOnce = () => {
    beating ??= beat()
      .then(() => {
        beatAt = Date.now();
      })
      .catch(() => {
        // A disk that is full or unavailable for a moment does not end the ownership; no other process can
        // write to it either.
      })
      .finally(() => {
        beating = null;
      });
    return beating;
  };
  const timer = setInterval(() => state === "held" && void beatOnce(), beatMs).unref();

  return {
    record: first.record,
    isHeld: async () => {
      if (state === "held" && Date.now() - beatAt > STALE_MS / 2) await beatOnce();
      return state === "held";
    },
    close: async () => {
      if (state === "closed") return;
      state = "closed";
      clearInterval(timer);
      await beating;
      await withdraw(files, claim);
    },
  };
};
