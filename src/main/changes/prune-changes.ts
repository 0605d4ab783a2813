import type { Clock } from "../base/clock.ts";
import type { Change, ChangedFile } from "#shared/model/change.ts";
import { isHash, type Versions } from "./versions.ts";
import type { Journal } from "./journal.ts";
import type { KnownFiles } from "./known-files.ts";

export type Retention = {
  readonly days: number;
  /** The newest changes stay however old they are. */
  readonly changes: number;
  /** Size of all kept texts, compressed. */
  readonly bytes: number;
};

const DAY_MS = 86_400_000;

/** Drops changes past the retention, and texts that no change refers to any more. */
export const pruneChanges = async (
  rooms: {
    readonly journal: Journal;
    readonly versions: Versions;
    readonly known: KnownFiles;
    readonly clock: Clock;
  },
  retention: Retention,
): Promise<void> => {
  const { journal, versions, known, clock } = rooms;
  await journal.refresh();
  const young = clock.now().getTime() - retention.days * DAY_MS;
  const all = journal.all();
  const oldest = all.length - retention.changes;
  const kept = new Set(all.filter(({ at }, index) => index >= oldest || Date.parse(at) >= young));
  const sizes = new Map<string, number>();
  for await (const { hash, bytes } of versions.list()) sizes.set(hash, (sizes.get(hash) ?? 0) + bytes);
  dropUntilSmall(kept, sizes, liveHashes(known), retention.bytes);
  const keptIds = new Set([...kept].map(({ id }) => id));
  await journal.keepOnly(({ id }) => keptIds.has(id) || !all.some((each) => each.id === id));
  await versions.sweep(
    sizes.keys(),
    () => new Set([...liveHashes(known), ...journal.all().flatMap(hashesOf), ...groupHashes(journal)]),
  );
};

/** Of groups that have not ended: they may have to be undone, whatever the retention says. */
const groupHashes = (journal: Journal): readonly string[] => [...journal.groups().values()].flatMap(hashesOf);

/** Of the files as they are. */
const liveHashes = (known: KnownFiles): ReadonlySet<string> =>
  new Set([...known.entries()].map(([, hash]) => hash));

/** The oldest are dropped first, until the texts of the rest fit. */
const dropUntilSmall = (
  kept: Set<Change>,
  sizes: ReadonlyMap<string, number>,
  live: ReadonlySet<string>,
  mostBytes: number,
): void => {
  const uses = new Map<string, number>();
  for (const hash of [...live, ...[...kept].flatMap(hashesOf)]) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  let bytes = [...uses.keys()].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  for (const change of kept) {
    if (bytes <= mostBytes) return;
    kept.delete(change);
    for (const hash of hashesOf(change)) {
      const left = (uses.get(hash) ?? 1) - 1;
      uses.set(hash, left);
      if (left === 0) bytes -= sizes.get(hash) ?? 0;
    }
  }
};

export const hashesOf = ({ files }: { readonly files: readonly ChangedFile[] }): string[] =>
  files
    .flatMap(({ before, after }) => [before, after])
    .filter((hash) => hash !== null && isHash(hash)) as string[];
