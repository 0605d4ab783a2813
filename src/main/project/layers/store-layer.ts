import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { keepBeforeUpgrade } from "../../store/backup-generations.ts";
import { migrations } from "../../store/migrations/index.ts";
import { openCheckedStore } from "../../store/open-checked-store.ts";
import { openTableBackup } from "../../store/table-backup.ts";
import { openCalibrations } from "../../tokens/calibrations.ts";
import { withCountCache } from "../../tokens/count-cache.ts";
import { openPrefillSpeeds } from "../../tokens/prefill-speeds.ts";
import { storedCounts } from "../../tokens/stored-counts.ts";
import type { Ground, StoreRooms } from "../rooms.ts";

/** The database, and the counts and measurements in it. */
export const storeLayer = async (ground: Ground): Promise<StoreRooms> => {
  const { folder, person, owned, ports, processTokens } = ground;
  const file =
    ground.access.nonce === null ? await privateIndex(ground) : join(person.own, ".satchel", "index.db");
  await keepBeforeUpgrade(file, migrations.length);
  const store = owned.own(await openCheckedStore(file, { now: () => ports.clock.now() }));
  const backups = join(person.own, ".satchel", "backup");
  return {
    store,
    backup: owned.own(
      await openTableBackup(store, ports.log, {
        from: backups,
        now: () => ports.clock.now(),
        version: ports.version,
      }),
    ),
    recovered: store.recovered && { setAside: relative(folder, store.recovered.setAside) },
    tokens: withCountCache(processTokens, storedCounts(store), ports.log),
    calibrations: openCalibrations(store, ports.clock),
    prefillSpeeds: openPrefillSpeeds(store, ports.clock),
  };
};

/**
 * For a project that another process owns. The database belongs to the owner, which may run on another machine, where
 * SQLite's locks may have no effect. So a reader builds a database of its own from the files, and removes it at the end.
 */
const privateIndex = async ({ paths, owned }: Ground): Promise<string> => {
  const parent = join(paths.userData, "read-only");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, "index-"));
  owned.own({ close: () => rm(folder, { recursive: true, force: true }) });
  return join(folder, "index.db");
};
