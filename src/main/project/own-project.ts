import { Failure } from "#shared/contract/index.ts";
import { FolderIdentity } from "../base/folder-identity.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { findOwner, type OwnerRecord, type Ownership, takeOwnership } from "../base/owner-lock.ts";
import type { Ports } from "../ports/ports.ts";

/** How this process has a project open: as its owner, or for reading only. */
export type ProjectAccess = {
  /** Names the ownership; null when the project is open for reading only. */
  readonly nonce: string | null;
  /** The owner of the project: this process, or the one it is read beside. Null: the folder cannot be written. */
  readonly owner: OwnerRecord | null;
  /** Why nothing may be written; null when writing is allowed. */
  refusal(): Promise<Failure | null>;
  close(): Promise<void>;
};

/** A claim belongs to a process, so a process that opens a project again before closing it shares its claim. */
const owned = new Map<string, { readonly taken: Promise<Ownership>; uses: number }>();

/** Fails with `project-owned-elsewhere` when another process has the project. */
export const ownProject = async (real: string, ports: Ports): Promise<ProjectAccess> => {
  const entry = owned.get(real) ?? { taken: take(real, ports), uses: 0 };
  owned.set(real, entry);
  entry.uses += 1;
  const leave = () => {
    entry.uses -= 1;
    if (entry.uses === 0) owned.delete(real);
    return entry.uses === 0;
  };
  const ownership = await entry.taken.catch((error: unknown) => {
    leave();
    throw error;
  });
  let closed = false;
  const identity = new FolderIdentity(real);
  return {
    nonce: ownership.record.nonce,
    owner: ownership.record,
    refusal: async () => identity.refusal() ?? ((await ownership.isHeld()) ? null : lost(ownership.record)),
    close: async () => {
      if (closed) return;
      closed = true;
      if (leave()) await ownership.close();
    },
  };
};

/** For a project that another process owns and that is open here for reading. */
export const readOnlyAccess = async (real: string): Promise<ProjectAccess> => {
  const owner = await findOwner(new KeptFiles(real));
  if (!owner) throw new Failure("project-not-owned", "No other process has this project open any more.");
  return { nonce: null, owner, refusal: async () => ownedElsewhere(owner), close: async () => {} };
};

/** For a folder that nobody can write here: on a read-only disk, or without the permission. */
export const unwritableAccess = (real: string): ProjectAccess => {
  const identity = new FolderIdentity(real);
  const refusal = async () =>
    identity.refusal() ??
    new Failure(
      "folder-not-writable",
      `${real} cannot be written, so it is open for reading only. Change its permissions or copy it, then open it again.`,
      { folder: real },
    );
  return { nonce: null, owner: null, refusal, close: async () => {} };
};

const take = async (real: string, ports: Ports): Promise<Ownership> => {
  const taken = await takeOwnership(new KeptFiles(real), {
    host: ports.host,
    socket: ports.door ?? null,
    now: () => ports.clock.now(),
  });
  if ("ownership" in taken) return taken.ownership;
  throw ownedElsewhere(taken.owner);
};

export const OWNED_ELSEWHERE = "project-owned-elsewhere";

export const isOwnedElsewhere = (error: unknown): boolean =>
  error instanceof Failure && error.code === OWNED_ELSEWHERE;

const ownedElsewhere = (owner: OwnerRecord | null): Failure =>
  new Failure(
    OWNED_ELSEWHERE,
    `${owner ? describeOwner(owner) : "Another Satchel"} has this project open and cannot be reached from here. It is open for reading only; close the other one to change it.`,
    owner ? { owner: { host: owner.host, pid: owner.process.pid, machine: owner.machine } } : undefined,
  );

const lost = (owner: OwnerRecord): Failure =>
  new Failure(
    OWNED_ELSEWHERE,
    "Another Satchel took this project over while this one did not answer. Open the project again.",
    { owner: { host: owner.host, pid: owner.process.pid, machine: owner.machine } },
  );

/** For people: "Satchel's window (process 12 on harbor, since 9:41)". */
export const describeOwner = ({ host, process, machine, since }: OwnerRecord): string =>
  `Satchel's ${hostNames.get(host) ?? "core"} (process ${process.pid} on ${machine}, since ${since})`;

const hostNames: ReadonlyMap<string, string> = new Map([
  ["electron", "window"],
  ["web", "web server"],
  ["cli", "command line"],
]);
